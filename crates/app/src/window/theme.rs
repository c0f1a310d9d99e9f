//! Design tokens: colours, type and spacing of every screen, and the style that egui makes of them.
//!
//! Invariant: no other module names a colour, a font or a margin by its figures.

use eframe::egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Frame, Margin,
    Mesh, Rect, Shadow, Shape, Stroke, Style, TextStyle, Theme, Ui, Visuals, vec2,
};
use std::sync::Arc;

/// The colours of the table, named after what they paint.
pub mod palette {
    use eframe::egui::Color32;

    /// What lies around everything.
    pub const FRAME: Color32 = Color32::from_rgb(0x23, 0x20, 0x1b);
    /// Bars and strong buttons.
    pub const BAR: Color32 = Color32::from_rgb(0x2b, 0x27, 0x21);
    /// The frame where lamplight falls on it.
    pub const LAMPLIGHT: Color32 = Color32::from_rgb(0x40, 0x37, 0x29);
    /// The pale panel.
    pub const PANEL: Color32 = Color32::from_rgb(0xf3, 0xea, 0xd2);
    /// The deeper parchment of chronicles, cards and quiet buttons.
    pub const CHRONICLE: Color32 = Color32::from_rgb(0xe6, 0xda, 0xb8);
    /// A line or an edge on parchment.
    pub const CREASE: Color32 = Color32::from_rgb(0xd3, 0xc4, 0x9c);
    /// A drawing under the text.
    pub const WATERMARK: Color32 = Color32::from_rgb(0xee, 0xe3, 0xc6);
    /// Text on parchment.
    pub const INK: Color32 = Color32::from_rgb(0x2b, 0x24, 0x18);
    /// What is said aside, on parchment: citations, file names. Darker than a line, so that it
    /// can be read.
    pub const FAINT_INK: Color32 = Color32::from_rgb(0x75, 0x66, 0x4a);
    /// Text on the frame.
    pub const PALE: Color32 = Color32::from_rgb(0xec, 0xe2, 0xc6);
    /// What a panel throws on the frame.
    pub const SHADOW: Color32 = Color32::from_black_alpha(0x70);
    /// What is said aside, on the frame.
    pub const FAINT_PALE: Color32 = Color32::from_rgb(0xa8, 0x99, 0x78);
    /// Blood and danger.
    pub const RED: Color32 = Color32::from_rgb(0xb5, 0x48, 0x3a);
    /// What can be clicked now.
    pub const GOLD: Color32 = Color32::from_rgb(0xff, 0xdf, 0x6b);
    /// Metal: medallions, the star.
    pub const MEDALLION: Color32 = Color32::from_rgb(0xe7, 0xc5, 0x65);
    /// Metal in the light.
    pub const METAL_LIGHT: Color32 = Color32::from_rgb(0xfb, 0xec, 0xb4);
    /// Metal in its own shadow.
    pub const METAL_DARK: Color32 = Color32::from_rgb(0x83, 0x5f, 0x22);
}

/// How far a panel's contents stay from its edge.
pub const PANEL_MARGIN: i8 = 28;
/// How far the line around the dark table stays from its edge.
pub const TABLE_MARGIN: f32 = 18.0;
/// Between two things that belong together.
pub const NEAR: f32 = 6.0;
/// Between two things that do not.
pub const APART: f32 = 20.0;

const BOOK: &str = "book";
const BOOK_ITALIC: &str = "book italic";
const STRONG: &str = "strong";

/// The book face, for names and titles.
pub fn book(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(BOOK.into()))
}

/// The book face in italics, for what is quoted or wished.
pub fn book_italic(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(BOOK_ITALIC.into()))
}

/// The plain face, for text and figures.
pub fn plain(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

/// The plain face, bold, for what must be seen first.
pub fn strong(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(STRONG.into()))
}

/// Gives a context our type and our colours.
pub fn apply(ctx: &Context) {
    ctx.set_fonts(fonts());
    // One theme for now, whatever the desktop prefers: the light panel in the dark frame.
    ctx.set_theme(Theme::Light);
    ctx.set_style_of(Theme::Light, style());
}

/// The rest of this `ui` lies on the dark frame instead of parchment.
pub fn on_frame(ui: &mut Ui) {
    let visuals = ui.visuals_mut();
    visuals.override_text_color = Some(palette::PALE);
    visuals.weak_text_color = Some(palette::FAINT_PALE);
}

/// The pale panel.
pub fn panel_frame() -> Frame {
    Frame::NONE.fill(palette::PANEL).inner_margin(Margin::same(PANEL_MARGIN))
}

/// A card on the panel with something that must not be overlooked.
pub fn warning_frame() -> Frame {
    Frame::NONE
        .fill(palette::CHRONICLE)
        .stroke(Stroke::new(1.0, palette::RED))
        .corner_radius(CornerRadius::same(4))
        .inner_margin(Margin::symmetric(16, 14))
}

/// Our fonts, with egui's own behind them for signs they lack.
fn fonts() -> FontDefinitions {
    macro_rules! font {
        ($file:literal) => {
            Arc::new(FontData::from_static(include_bytes!(concat!(
                "../../../../assets/fonts/",
                $file
            ))))
        };
    }
    let mut fonts = FontDefinitions::default();
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for (family, file, font) in [
        (FontFamily::Proportional, "Cabin", font!("Cabin-Regular.otf")),
        (FontFamily::Name(STRONG.into()), "Cabin SemiBold", font!("Cabin-SemiBold.otf")),
        (FontFamily::Name(BOOK.into()), "EB Garamond", font!("EBGaramond12-Regular.otf")),
        (
            FontFamily::Name(BOOK_ITALIC.into()),
            "EB Garamond Italic",
            font!("EBGaramond12-Italic.otf"),
        ),
    ] {
        fonts.font_data.insert(file.to_owned(), font);
        let order = std::iter::once(file.to_owned()).chain(fallback.iter().cloned()).collect();
        fonts.families.insert(family, order);
    }
    fonts
}

fn style() -> Style {
    let mut style = Style { visuals: visuals(), ..Style::default() };
    style.text_styles = [
        (TextStyle::Small, plain(13.0)),
        (TextStyle::Body, plain(16.0)),
        (TextStyle::Button, strong(16.0)),
        (TextStyle::Heading, book(28.0)),
        (TextStyle::Monospace, FontId::monospace(14.0)),
    ]
    .into();
    style.spacing.item_spacing = vec2(10.0, NEAR);
    style.spacing.button_padding = vec2(18.0, 8.0);
    style
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::light();
    visuals.override_text_color = Some(palette::INK);
    visuals.weak_text_color = Some(palette::FAINT_INK);
    visuals.panel_fill = palette::PANEL;
    visuals.window_fill = palette::PANEL;
    visuals.extreme_bg_color = palette::CHRONICLE;
    visuals.faint_bg_color = palette::CHRONICLE;
    visuals.error_fg_color = palette::RED;
    visuals.warn_fg_color = palette::RED;
    visuals.window_shadow = Shadow::NONE;
    visuals.selection.bg_fill = palette::MEDALLION;
    visuals.selection.stroke = Stroke::new(1.0, palette::INK);
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette::CREASE);
    for (widget, fill, edge) in [
        (&mut widgets.inactive, palette::CHRONICLE, palette::CREASE),
        (&mut widgets.hovered, palette::GOLD, palette::METAL_DARK),
        (&mut widgets.active, palette::MEDALLION, palette::INK),
        (&mut widgets.open, palette::CHRONICLE, palette::CREASE),
    ] {
        widget.weak_bg_fill = fill;
        widget.bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, edge);
        widget.fg_stroke = Stroke::new(1.0, palette::INK);
        widget.corner_radius = CornerRadius::same(4);
        widget.expansion = 0.0;
    }
    visuals
}

/// A shade that deepens to the right.
pub fn fade_to_right(area: Rect, color: Color32) -> Shape {
    let mut mesh = Mesh::default();
    for (place, color) in [
        (area.left_top(), Color32::TRANSPARENT),
        (area.right_top(), color),
        (area.left_bottom(), Color32::TRANSPARENT),
        (area.right_bottom(), color),
    ] {
        mesh.colored_vertex(place, color);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 3, 2);
    Shape::mesh(mesh)
}

/// Between two colours: 0 is the first, 1 the second.
pub fn mix(first: Color32, second: Color32, part: f32) -> Color32 {
    first.lerp_to_gamma(second, part.clamp(0.0, 1.0))
}
