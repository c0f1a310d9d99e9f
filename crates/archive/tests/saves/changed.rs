//! Files that are not what was written.

use crate::table::bytes;
use diadem_archive::{Fault, Progress, decode, format, read_header, verify};
use diadem_core::Chance;
use diadem_sparring::feud::Feud;

fn refused(bytes: &[u8]) -> Fault {
    let fault = verify(bytes).expect_err("the checksum must not hold");
    assert_eq!(decode::<Feud>(bytes).err().as_ref(), Some(&fault), "both must refuse it alike");
    fault
}

#[test]
fn an_untouched_save_is_accepted() {
    let header = verify(&bytes()).unwrap();
    assert_eq!(header.scenario, "feud");
    assert_eq!(header.seats, ["Ada", "Berenice", "Cleon"]);
    assert_eq!(header.saved_at, 1_000);
    assert_eq!(header.stage, Progress::InPlay);
    assert!(header.actions >= 12);
    assert_eq!(decode::<Feud>(&bytes()).unwrap().header, header);
}

#[test]
fn every_byte_changed_in_every_bit_is_refused() {
    let mut bytes = bytes();
    for place in 0..bytes.len() {
        for bit in 0..8 {
            bytes[place] ^= 1 << bit;
            refused(&bytes);
            bytes[place] ^= 1 << bit;
        }
        bytes[place] = !bytes[place];
        refused(&bytes);
        bytes[place] = !bytes[place];
    }
    verify(&bytes).unwrap();
}

#[test]
fn every_cut_is_refused_as_a_cut() {
    let bytes = bytes();
    assert_eq!(refused(&[]), Fault::Empty);
    for length in 1..bytes.len() {
        assert_eq!(refused(&bytes[..length]), Fault::CutShort, "cut to {length}");
    }
}

#[test]
fn what_is_added_is_refused() {
    let bytes = bytes();
    assert_eq!(refused(&[&bytes[..], &[0]].concat()), Fault::TooLong);
    assert_eq!(refused(&[&bytes[..], &bytes].concat()), Fault::TooLong);
}

#[test]
fn something_else_is_refused() {
    assert_eq!(refused(b"Dear diary"), Fault::NotASave);
    assert_eq!(refused(&[0; 4096]), Fault::NotASave);
}

/// The format with another number, and all checksums right.
fn of_format(number: u16) -> Vec<u8> {
    let mut bytes = bytes();
    bytes[8..10].copy_from_slice(&number.to_le_bytes());
    let end = bytes.len() - 32;
    let sum = blake3::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(sum.as_bytes());
    bytes
}

#[test]
fn a_newer_format_is_told_from_a_damaged_one() {
    let format = format::CURRENT + 1;
    let mut newer = of_format(format);
    assert_eq!(refused(&newer), Fault::Newer { format });
    newer[40] ^= 1;
    assert_eq!(refused(&newer), Fault::Damaged);
}

#[test]
fn the_header_can_be_read_when_the_rest_is_gone() {
    let bytes = bytes();
    let header = verify(&bytes).unwrap();
    let enough = (1..bytes.len()).find(|&length| read_header(&bytes[..length]).is_ok()).unwrap();
    assert!(enough < bytes.len() - 32);
    assert_eq!(read_header(&bytes[..enough]).unwrap(), header);
    for length in 1..enough {
        assert_eq!(read_header(&bytes[..length]), Err(Fault::CutShort));
    }
    let mut damaged = bytes.clone();
    damaged[enough] ^= 1;
    assert_eq!(read_header(&damaged).unwrap(), header, "the damage is behind it");
    damaged[enough - 1] ^= 1;
    assert_eq!(read_header(&damaged), Err(Fault::HeaderDamaged));
}

#[test]
fn thousands_of_mutations_are_refused() {
    let good = bytes();
    let length = good.len() as u32;
    let mut luck = Chance::new(1);
    for _ in 0..4_000 {
        let mut bytes = good.clone();
        for _ in 0..=luck.below(4) {
            bytes[luck.below(length) as usize] = luck.below(256) as u8;
        }
        let from = luck.below(length) as usize;
        match luck.below(4) {
            0 => bytes.truncate(from),
            1 => bytes.extend_from_within(from..),
            2 => drop(bytes.drain(..from)),
            _ => {}
        }
        if bytes != good {
            refused(&bytes);
        }
    }
}
