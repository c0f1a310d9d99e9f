//! Data as bytes and back, by way of serde, with the names of fields and variants.

mod reading;
mod writing;

use crate::codec::{CodecError, Reader, Writer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// The bytes of anything that serde can walk through.
pub fn to_bytes<T: Serialize>(data: &T) -> Result<Vec<u8>, Mismatch> {
    let mut writer = Writer::default();
    data.serialize(&mut writer)?;
    Ok(writer.finish()?)
}

/// The data that bytes stand for. Strict: a field that the type does not know is an error, because
/// something that was stored would be lost.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Mismatch> {
    let mut reader = Reader::new(bytes)?;
    let data = T::deserialize(&mut reader)?;
    reader.finish()?;
    Ok(data)
}

/// Data and bytes do not fit together: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Mismatch(Box<Reason>);

/// In a box, because it is passed through every level of everything that is read.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Reason {
    /// From the inside out.
    path: Vec<String>,
    what: String,
}

impl Mismatch {
    fn new(what: impl fmt::Display) -> Mismatch {
        Mismatch(Box::new(Reason { path: Vec::new(), what: what.to_string() }))
    }

    /// The same mismatch, seen from one level further out.
    fn inside(mut self, place: impl fmt::Display) -> Mismatch {
        self.0.path.push(place.to_string());
        self
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_empty() {
            let outside_in: Vec<&str> = self.0.path.iter().rev().map(String::as_str).collect();
            write!(f, "in {}: ", outside_in.join("."))?;
        }
        f.write_str(&self.0.what)
    }
}

impl From<CodecError> for Mismatch {
    fn from(error: CodecError) -> Mismatch {
        Mismatch::new(error)
    }
}

impl serde::ser::Error for Mismatch {
    fn custom<T: fmt::Display>(what: T) -> Mismatch {
        Mismatch::new(what)
    }
}

impl serde::de::Error for Mismatch {
    fn custom<T: fmt::Display>(what: T) -> Mismatch {
        Mismatch::new(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Army {
        name: String,
        leaders: [Option<u8>; 2],
        place: Place,
        orders: Vec<Order>,
        hits: [i16; 2],
        supply: BTreeMap<u16, bool>,
        mark: char,
        seed: u64,
        rest: (),
    }

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Place(u16);

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    enum Order {
        Wait,
        March(Place),
        Strike(u8, i64),
        Besiege { city: u8, engines: u16 },
    }

    fn army() -> Army {
        Army {
            name: "Royal army".into(),
            leaders: [Some(1), None],
            place: Place(333),
            orders: vec![
                Order::Wait,
                Order::March(Place(7)),
                Order::Strike(9, i64::MIN),
                Order::Besiege { city: 1, engines: 400 },
            ],
            hits: [-3, 4],
            supply: BTreeMap::from([(1, true), (2, false)]),
            mark: 'Δ',
            seed: u64::MAX,
            rest: (),
        }
    }

    fn refusal<T: Serialize, U: DeserializeOwned + fmt::Debug>(stored: &T) -> String {
        from_bytes::<U>(&to_bytes(stored).unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn what_goes_in_comes_out_with_or_without_a_tree_between() {
        let bytes = to_bytes(&army()).unwrap();
        assert_eq!(from_bytes::<Army>(&bytes).unwrap(), army());
        let tree = Value::decode(&bytes).unwrap();
        assert_eq!(tree.field("place"), Some(&Value::Integer(333)));
        assert_eq!(tree.encode().unwrap(), bytes);
    }

    #[test]
    fn order_of_fields_does_not_matter_but_their_names_do() {
        let read = |tree: &Value<'_>| from_bytes::<Army>(&tree.encode().unwrap());
        let bytes = to_bytes(&army()).unwrap();
        let mut tree = Value::decode(&bytes).unwrap();
        let name = tree.take("name").unwrap();
        assert_eq!(read(&tree).unwrap_err().to_string(), "missing field `name`");
        tree.put("name", name);
        assert_eq!(read(&tree).unwrap(), army());
        tree.put("gold", Value::Integer(1));
        let unknown = read(&tree).unwrap_err().to_string();
        assert!(unknown.starts_with("unknown field `gold`, expected one of `name`"), "{unknown}");
    }

    #[derive(Debug, Serialize, Deserialize)]
    struct Wide {
        orders: Vec<WideOrder>,
    }

    #[derive(Debug, Serialize, Deserialize)]
    enum WideOrder {
        March(u32),
        Retreat,
    }

    #[derive(Debug, Serialize, Deserialize)]
    struct Narrow {
        orders: Vec<Order>,
    }

    #[test]
    fn a_mismatch_says_where_and_why() {
        let far = Wide { orders: vec![WideOrder::March(1), WideOrder::March(70_000)] };
        assert_eq!(
            refusal::<_, Narrow>(&far),
            "in orders.1.March: invalid value: integer `70000`, expected u16"
        );
        let back = refusal::<_, Narrow>(&Wide { orders: vec![WideOrder::Retreat] });
        assert!(back.starts_with("in orders.0: unknown variant `Retreat`"), "{back}");
        assert_eq!(refusal::<_, [u8; 2]>(&[1u8, 2, 3]), "expected a list of 2, found a list of 3");
        assert_eq!(refusal::<_, Order>(&7u8), "expected a variant of Order, found the number 7");
        assert_eq!(refusal::<_, Army>(&true), "expected the struct Army, found `true`");
    }

    #[test]
    fn what_a_reader_leaves_unread_is_refused() {
        #[derive(Debug)]
        struct First;
        impl<'de> Deserialize<'de> for First {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<First, D::Error> {
                struct Impatient;
                impl<'de> serde::de::Visitor<'de> for Impatient {
                    type Value = First;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a list")
                    }
                    fn visit_seq<A: serde::de::SeqAccess<'de>>(
                        self,
                        mut list: A,
                    ) -> Result<First, A::Error> {
                        list.next_element::<u8>().map(|_| First)
                    }
                }
                from.deserialize_seq(Impatient)
            }
        }
        assert_eq!(refusal::<_, First>(&[1u8, 2]), "1 more than expected");
    }

    #[test]
    fn fractions_are_not_stored() {
        let refused = to_bytes(&(1u8, 0.5f64)).unwrap_err().to_string();
        assert_eq!(refused, "a save holds no fractions");
    }
}
