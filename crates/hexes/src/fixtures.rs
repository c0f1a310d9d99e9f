//! Positions for tests that read like the book.
//!
//! [`battle`] draws up two armies and begins their turn; [`under_orders`] puts a few units on an empty field, one of
//! them already under orders.

pub(crate) mod battle;
pub(crate) mod under_orders;
