//! Procedures: what is under way is a step on a stack, and each step is told in one place.
//!
//! A rules crate has a trait of its own, over its own position and resolver, that says of a step what is asked, which
//! answers are listed, which test they pass, what an answer does, and how the step goes on by itself. Each step is a
//! type that lives in its rule's file and implements that trait. One list, given to [`steps!`](crate::steps!), makes the
//! enum of them and an exhaustive, static dispatch, so that an omission does not compile.
//!
//! A procedure that holds data for several steps (a march, a siege, a combat) is a frame: it lies below them on the
//! stack, and they reach it by [`innermost`].

/// A kind of step that can be found among others: made by [`steps!`](crate::steps!) for every type it lists.
pub trait Frame<Step>: Sized {
    /// The step as one of this kind, if it is.
    fn of(step: &Step) -> Option<&Self>;
    /// The same, to be changed.
    fn of_mut(step: &mut Step) -> Option<&mut Self>;
}

/// The innermost frame of a kind on a stack: the march that is being marched, the siege that is being laid.
pub fn innermost<F: Frame<Step>, Step>(stack: &[Step]) -> Option<&F> {
    stack.iter().rev().find_map(F::of)
}

/// The same, to be changed.
pub fn innermost_mut<F: Frame<Step>, Step>(stack: &mut [Step]) -> Option<&mut F> {
    stack.iter_mut().rev().find_map(F::of_mut)
}

/// The one list of a crate's steps: `steps! { ($) /// A step. pub enum Step by each_step { Rout(Rout), Move(Movement), } }`.
///
/// It makes the enum, `From` and [`Frame`](crate::Frame) for every type in it, and a macro
/// (`each_step!(step, one => one.list(position, into))`) that does the same with whatever step it is.
#[macro_export]
macro_rules! steps {
    (
        ($d:tt)
        $(#[$meta:meta])*
        $vis:vis enum $step:ident by $each:ident { $($variant:ident($held:ty)),* $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, ::serde::Serialize, ::serde::Deserialize)]
        #[allow(missing_docs, reason = "each is told where its type is")]
        $vis enum $step {
            $($variant($held),)*
        }

        $(
            impl From<$held> for $step {
                fn from(held: $held) -> $step {
                    $step::$variant(held)
                }
            }

            impl $crate::Frame<$step> for $held {
                fn of(step: &$step) -> Option<&$held> {
                    if let $step::$variant(held) = step { Some(held) } else { None }
                }
                fn of_mut(step: &mut $step) -> Option<&mut $held> {
                    if let $step::$variant(held) = step { Some(held) } else { None }
                }
            }
        )*

        /// Does the same with whatever step it is.
        macro_rules! $each {
            ($d step:expr, $d one:ident => $d body:expr) => {
                match $d step {
                    $($step::$variant($d one) => $d body,)*
                }
            };
        }
        #[allow(unused_imports, reason = "some lists are used in one file")]
        pub(crate) use $each;
    };
}

#[cfg(test)]
mod tests {
    use super::{innermost, innermost_mut};
    use serde::{Deserialize, Serialize};

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct March {
        hexes: u8,
    }
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Halt;

    trait Told {
        fn told(&self) -> String;
    }
    impl Told for March {
        fn told(&self) -> String {
            format!("marches {}", self.hexes)
        }
    }
    impl Told for Halt {
        fn told(&self) -> String {
            "halts".into()
        }
    }

    crate::steps! {
        ($)
        /// A step of nothing in particular.
        pub enum Step by each_step { March(March), Halt(Halt) }
    }

    #[test]
    fn every_step_is_dispatched_to_its_own_type() {
        let stack = [March { hexes: 2 }.into(), Halt.into()];
        let told = stack.map(|step: Step| each_step!(step, one => one.told()));
        assert_eq!(told, ["marches 2", "halts"]);
    }

    #[test]
    fn a_frame_is_found_below_its_steps() {
        let mut stack: [Step; 3] =
            [March { hexes: 1 }.into(), March { hexes: 2 }.into(), Halt.into()];
        assert_eq!(innermost::<March, Step>(&stack), Some(&March { hexes: 2 }));
        if let Some(march) = innermost_mut::<March, Step>(&mut stack) {
            march.hexes = 5;
        }
        assert_eq!(stack[1], March { hexes: 5 }.into());
        assert_eq!(innermost::<Halt, Step>(&stack[..2]), None);
    }
}
