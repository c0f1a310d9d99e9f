//! The other choices of colour: by lamplight, and for every eye.

use super::{Palette, rgb};
use eframe::egui::Color32;

impl Palette {
    /// The same table by lamplight. What was paler than its neighbour still is; only ink and paper
    /// have changed places.
    pub const DARK: Palette = Palette {
        frame: rgb(0x0012_100d),
        bar: rgb(0x001a_1713),
        lamplight: rgb(0x002b_251b),
        panel: rgb(0x002b_2720),
        chronicle: rgb(0x0022_1e18),
        crease: rgb(0x004c_4435),
        watermark: rgb(0x0030_2b23),
        ink: rgb(0x00e9_dfc4),
        faint_ink: rgb(0x00ab_9d7e),
        faint_pale: rgb(0x00a8_9978),
        red: rgb(0x00e5_806f),
        parchment: rgb(0x005a_5140),
        land: rgb(0x0044_3e33),
        sea: rgb(0x002a_383d),
        river: rgb(0x0022_2f36),
        coast: rgb(0x0014_110d),
        counter: rgb(0x00e4_d9bc),
        hovered: rgb(0x0050_4527),
        pressed: rgb(0x0063_542b),
        found: rgb(0x006b_5a22),
        ..Palette::LIGHT
    };
}

/// The liveries in the order of [`Livery`](super::Livery), for every eye: after Okabe and Ito,
/// moved apart in lightness until those who see no red or no green tell them apart, in the same
/// order of lightness as those of the boxed game.
pub(super) const LIVERIES_FOR_EVERY_EYE: [Color32; 8] = [
    rgb(0x00b4_3d05),
    rgb(0x00d0_4fbf),
    rgb(0x00f9_c02c),
    rgb(0x0028_2b2a),
    rgb(0x000d_3d8d),
    rgb(0x0037_7476),
    rgb(0x00a4_9e47),
    rgb(0x00ff_f3ba),
];

#[cfg(test)]
mod tests {
    use super::super::{Livery, Palette, contrast, luminance};
    use crate::window::settings::{ColorChoice, Settings, ThemeChoice};
    use eframe::egui::{Color32, Rgba};

    fn every_choice() -> impl Iterator<Item = (Settings, Palette)> {
        [ThemeChoice::Light, ThemeChoice::Dark].into_iter().flat_map(|theme| {
            [ColorChoice::Classic, ColorChoice::ColorBlind].map(|colors| {
                let settings = Settings { theme, colors, ..Settings::default() };
                let palette = Palette::of(&settings);
                (settings, palette)
            })
        })
    }

    #[test]
    fn text_can_be_read_on_everything_it_is_written_on() {
        for (settings, it) in every_choice() {
            for (what, text, ground) in [
                ("ink on panel", it.ink, it.panel),
                ("ink on chronicle", it.ink, it.chronicle),
                ("ink under the pointer", it.ink, it.hovered),
                ("ink when pressed", it.ink, it.pressed),
                ("ink on what was found", it.ink, it.found),
                ("faint ink on panel", it.faint_ink, it.panel),
                ("red on panel", it.red, it.panel),
                ("pale on frame", it.pale, it.frame),
                ("pale on bar", it.pale, it.bar),
                ("faint pale on frame", it.faint_pale, it.frame),
                ("gold on bar", it.gold, it.bar),
                ("print on counter", it.print, it.counter),
                ("print on metal", it.print, it.medallion),
            ] {
                let ratio = contrast(text, ground);
                let least = if what.starts_with("red") { 4.3 } else { 4.5 };
                assert!(ratio >= least, "{what}: {ratio} with {settings:?}");
            }
            for livery in Livery::ALL {
                let ratio = contrast(it.figures(livery), it.livery(livery));
                assert!(ratio >= 3.0, "figures on {livery:?}: {ratio} with {settings:?}");
            }
            for side in [Livery::Macedonian, Livery::Persian] {
                let ratio = contrast(it.pale, it.livery(side));
                assert!(ratio >= 3.0, "the band of {side:?}: {ratio} with {settings:?}");
            }
        }
    }

    #[test]
    fn liveries_keep_their_order_of_lightness() {
        let order = |palette: &Palette| {
            let mut all = Livery::ALL;
            all.sort_by(|a, b| {
                let [a, b] = [a, b].map(|livery| luminance(palette.livery(*livery)));
                a.total_cmp(&b)
            });
            all
        };
        let blind = Settings { colors: ColorChoice::ColorBlind, ..Settings::default() };
        assert_eq!(order(&Palette::LIGHT)[0], Livery::Spartan);
        assert_eq!(order(&Palette::LIGHT), order(&Palette::of(&blind)));
    }

    /// What is seen without the red cones and without the green ones (Machado, Oliveira and
    /// Fernandes 2009, full severity), in linear light.
    const NO_RED: [[f32; 3]; 3] = [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ];
    const NO_GREEN: [[f32; 3]; 3] = [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ];

    fn times(matrix: &[[f32; 3]; 3], v: [f32; 3]) -> [f32; 3] {
        matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
    }

    /// A colour as an eye sees it, in Oklab, where distances are what we feel.
    fn seen(color: Color32, eye: &[[f32; 3]; 3]) -> [f32; 3] {
        let [red, green, blue, _] = Rgba::from(color).to_array();
        let light = times(eye, [red, green, blue]).map(|part| part.clamp(0.0, 1.0));
        let cones = times(
            &[
                [0.412_221_46, 0.536_332_55, 0.051_445_995],
                [0.211_903_5, 0.680_699_5, 0.107_396_96],
                [0.088_302_46, 0.281_718_85, 0.629_978_7],
            ],
            light,
        );
        times(
            &[
                [0.210_454_26, 0.793_617_8, -0.004_072_047],
                [1.977_998_5, -2.428_592_2, 0.450_593_7],
                [0.025_904_037, 0.782_771_77, -0.808_675_77],
            ],
            cones.map(f32::cbrt),
        )
    }

    #[test]
    fn every_eye_tells_the_liveries_apart() {
        let blind = Settings { colors: ColorChoice::ColorBlind, ..Settings::default() };
        let palette = Palette::of(&blind);
        for (name, eye) in [("no red", NO_RED), ("no green", NO_GREEN)] {
            for (at, &one) in Livery::ALL.iter().enumerate() {
                for &other in &Livery::ALL[..at] {
                    let [a, b] = [one, other].map(|it| seen(palette.livery(it), &eye));
                    let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>();
                    let distance = distance.sqrt();
                    assert!(distance > 0.1, "{one:?} and {other:?} with {name}: {distance}");
                }
            }
        }
    }
}
