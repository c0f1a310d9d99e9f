//! shim
use std::sync::Arc;
/// c
#[derive(Debug)]
pub struct Charts {
    /// m
    pub moving: Moving,
}
/// m
#[derive(Debug)]
pub struct Moving {
    /// r
    pub reverse_face_mp: u8,
}
impl Charts {
    /// e
    pub fn embedded() -> Result<Arc<Charts>, String> {
        Ok(Arc::new(Charts { moving: Moving { reverse_face_mp: 3 } }))
    }
}
