//! Files made with intent: every checksum is right, and what is inside is not.

use crate::table::{bytes, saved, under_way};
use diadem_archive::{Fault, data, decode, format, verify};
use diadem_sparring::feud::Feud;

/// A file with these parts, by the layout that `format` documents.
fn forged(header: &[u8], body: &[u8], plain_length: u32) -> Vec<u8> {
    let mut bytes = format::MAGIC.to_vec();
    bytes.extend(format::CURRENT.to_le_bytes());
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(plain_length.to_le_bytes());
    bytes.extend(header);
    let short = blake3::hash(&bytes);
    bytes.extend(&short.as_bytes()[..8]);
    bytes.extend(body);
    let sum = blake3::hash(&bytes);
    bytes.extend(sum.as_bytes());
    bytes
}

fn with_body(plain: &[u8]) -> Vec<u8> {
    let header = data::to_bytes(&saved(&under_way()).header).expect("a header can be stored");
    forged(&header, &lz4_flex::block::compress(plain), plain.len() as u32)
}

fn reason(bytes: &[u8]) -> String {
    verify(bytes).expect("the checksum holds");
    match decode::<Feud>(bytes).err() {
        Some(Fault::Unreadable { reason }) => reason,
        other => panic!("expected it to be unreadable, got {other:?}"),
    }
}

#[test]
fn the_forger_knows_the_layout() {
    let save = saved(&under_way());
    let header = data::to_bytes(&save.header).unwrap();
    let original = bytes();
    let body_at = 22 + header.len() + 8;
    let body = &original[body_at..original.len() - 32];
    let plain_length = u32::from_le_bytes(original[18..22].try_into().unwrap());
    assert_eq!(forged(&header, body, plain_length), original);
}

#[test]
fn a_nesting_bomb_is_refused() {
    const SOMETHING: u8 = 7;
    let bomb = [vec![0], vec![SOMETHING; 1_000_000]].concat();
    assert!(reason(&with_body(&bomb)).contains("expected the struct"));
    let as_header = forged(&bomb[..50_000], &[], 0);
    assert!(matches!(verify(&as_header), Err(Fault::Unreadable { .. })));
    // Where the type would follow it down, too.
    assert_eq!(
        data::from_bytes::<serde::de::IgnoredAny>(&bomb).unwrap_err().to_string(),
        "it is nested more than 64 levels deep"
    );
}

#[test]
fn a_size_bomb_is_refused_before_room_is_made() {
    let header = data::to_bytes(&saved(&under_way()).header).unwrap();
    let bytes = forged(&header, &[0], u32::MAX);
    assert_eq!(verify(&bytes), Err(Fault::TooLarge));
    assert_eq!(decode::<Feud>(&bytes).err(), Some(Fault::TooLarge));
    let more_than_said = lz4_flex::block::compress(&[0; 4096]);
    reason(&forged(&header, &more_than_said, 16));
    let less_than_said = lz4_flex::block::compress(&[0; 16]);
    reason(&forged(&header, &less_than_said, 4096));
}

#[test]
fn a_header_bomb_is_refused() {
    let bytes = forged(&vec![0; 1 << 20], &[], 0);
    assert_eq!(verify(&bytes), Err(Fault::HeaderDamaged));
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    assert_eq!(reason(&with_body(&[])), "its bytes make no sense: it ends too early");
    let number = data::to_bytes(&333u16).unwrap();
    assert_eq!(reason(&with_body(&number)), "expected the struct Body, found the number 333");
}
