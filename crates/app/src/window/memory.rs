//! Memory that is kept from frame to frame.
//!
//! The triangles of a large field are some megabytes, made anew for every frame. glibc gives blocks of that size back
//! to the kernel as soon as they are free, and then each frame pays for every page of them again: more than half of
//! its time. It stops doing so for sizes that it has seen come and go.

use std::hint::black_box;

/// Just below the largest size that glibc learns from (32 MiB).
const LEARNT: usize = (32 << 20) - (64 << 10);

/// Lets the allocator see a block as large as any frame needs come and go. Nothing is written to it: it costs no
/// memory. Other allocators take no notice.
pub(super) fn keep() {
    drop(black_box(Vec::<u8>::with_capacity(LEARNT)));
}
