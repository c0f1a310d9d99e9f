//! The rules halves of battles lately fought, so that not every question makes one anew.

use diadem_core::state_hash;
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};

/// The rules halves of battles lately fought, by the number under which each is found.
#[derive(Debug)]
pub(crate) struct RulesCache<T>(Mutex<Vec<(u64, Arc<T>)>>);

impl<T> Default for RulesCache<T> {
    fn default() -> RulesCache<T> {
        RulesCache(Mutex::new(Vec::new()))
    }
}

impl<T> RulesCache<T> {
    /// As many as are worth keeping: a replay and a forecast may be under way beside the game.
    const MOST: usize = 8;

    pub(crate) fn find<E>(
        &self,
        key: u64,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, battle)) = kept.iter().find(|(known, _)| *known == key) {
            return Ok(Arc::clone(battle));
        }
        let battle = Arc::new(make()?);
        if kept.len() == Self::MOST {
            kept.remove(0);
        }
        kept.push((key, Arc::clone(&battle)));
        Ok(battle)
    }
}

/// The number under which the rules half of a battle is kept.
pub(crate) fn rules_key_of(made_from: &impl Serialize) -> u64 {
    let hash = state_hash(made_from).0;
    hash.iter().take(8).fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}
