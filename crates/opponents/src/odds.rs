//! How sure a count of games makes us: shares and means with their 95 % intervals.

/// So many of so many games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Share {
    /// Halves, so that a draw can count as half a game.
    halves: u64,
    of: u64,
}

/// A figure with the interval in which it lies nineteen times in twenty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The figure.
    pub figure: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Estimate {
    /// The same on another scale.
    #[must_use]
    pub fn times(self, factor: f64) -> Estimate {
        let Estimate { figure, low, high } = self;
        Estimate { figure: figure * factor, low: low * factor, high: high * factor }
    }
}

/// Nineteen times in twenty.
const Z: f64 = 1.96;

impl Share {
    /// So many of so many.
    pub fn new(count: u64, of: u64) -> Share {
        Share { halves: 2 * count, of }
    }

    /// Wins, where a draw counts half.
    pub fn with_draws(won: u64, drawn: u64, of: u64) -> Share {
        Share { halves: 2 * won + drawn, of }
    }

    /// From nought to one, with its interval by Wilson.
    #[expect(clippy::cast_precision_loss, reason = "shares for people")]
    pub fn estimate(self) -> Estimate {
        if self.of == 0 {
            return Estimate { figure: 0.0, low: 0.0, high: 1.0 };
        }
        let n = self.of as f64;
        let share = self.halves as f64 / 2.0 / n;
        let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let spread = share * (1.0 - share) / n + Z * Z / (4.0 * n * n);
        let reach = Z / (1.0 + Z * Z / n) * spread.sqrt();
        Estimate { figure: share, low: (middle - reach).max(0.0), high: (middle + reach).min(1.0) }
    }
}

/// The mean of some figures, added up in whole numbers: their order does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mean {
    sum: i64,
    squares: i64,
    count: u32,
}

impl Mean {
    /// One more figure.
    pub fn add(&mut self, figure: i64) {
        self.sum += figure;
        self.squares += figure * figure;
        self.count += 1;
    }

    /// Those of another mean too.
    pub fn join(&mut self, other: Mean) {
        self.sum += other.sum;
        self.squares += other.squares;
        self.count += other.count;
    }

    /// The mean and its interval; nothing of nothing.
    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    pub fn estimate(self) -> Option<Estimate> {
        let count = f64::from(self.count);
        if self.count == 0 {
            return None;
        }
        let mean = self.sum as f64 / count;
        let spread = (self.squares as f64 - self.sum as f64 * mean) / (count - 1.0).max(1.0);
        let reach = Z * (spread.max(0.0) / count).sqrt();
        Some(Estimate { figure: mean, low: mean - reach, high: mean + reach })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 0.0005
    }

    #[test]
    fn shares_have_the_interval_of_wilson() {
        let Estimate { figure, low, high } = Share::new(8, 10).estimate();
        assert!(close(figure, 0.8) && close(low, 0.4902) && close(high, 0.9433), "{low} {high}");
        let drawn = Share::with_draws(0, 10, 10).estimate();
        assert!(close(drawn.figure, 0.5));
        let Estimate { low, high, .. } = Share::new(0, 0).estimate();
        assert!(close(low, 0.0) && close(high, 1.0), "nothing is known of nothing");
    }

    #[test]
    fn means_join_in_any_order() {
        let (mut all, mut one, mut other) = (Mean::default(), Mean::default(), Mean::default());
        for figure in [3, -1, 4] {
            all.add(figure);
            one.add(figure);
        }
        all.add(10);
        other.add(10);
        other.join(one);
        assert_eq!(all, other);
        let Estimate { figure, low, high } = all.estimate().unwrap();
        assert!(close(figure, 4.0) && close(high - low, 2.0 * 1.96 * 2.2730), "{low} {high}");
        assert_eq!(Mean::default().estimate(), None);
    }
}
