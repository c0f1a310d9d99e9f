//! Design tokens: colours, type and spacing of every screen, and the style that egui makes of them.
//!
//! Invariant: no other module names a colour, a font or a margin by its figures.

mod dark;

use super::settings::{ColorChoice, Settings, ThemeChoice};
use diadem_campaign::pieces::Nation;
use diadem_core::Seat;
use eframe::egui::{
    Align, Button, Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId,
    Frame, Id, Layout, Margin, Mesh, Rect, Response, Rgba, RichText, Shadow, Shape, Stroke, Style,
    TextStyle, Theme, Ui, Vec2, Visuals, WidgetText, style::ScrollAnimation, vec2,
};
use std::sync::Arc;

/// The colours of everything, named after what they paint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// What lies around everything.
    pub frame: Color32,
    /// Bars and strong buttons.
    pub bar: Color32,
    /// The frame where lamplight falls on it.
    pub lamplight: Color32,
    /// The pale panel.
    pub panel: Color32,
    /// The deeper parchment of chronicles, cards and quiet buttons.
    pub chronicle: Color32,
    /// A line or an edge on parchment.
    pub crease: Color32,
    /// A drawing under the text.
    pub watermark: Color32,
    /// Text on parchment.
    pub ink: Color32,
    /// What is said aside, on parchment: citations, file names. Darker than a line, so that it
    /// can be read.
    pub faint_ink: Color32,
    /// Text on the frame.
    pub pale: Color32,
    /// What is said aside, on the frame.
    pub faint_pale: Color32,
    /// What a panel throws on the frame.
    pub shadow: Color32,
    /// Blood and danger.
    pub red: Color32,
    /// What can be clicked now.
    pub gold: Color32,
    /// Metal: medallions, the star.
    pub medallion: Color32,
    /// Metal in the light.
    pub metal_light: Color32,
    /// Metal in its own shadow.
    pub metal_dark: Color32,
    /// The map: land in play.
    pub parchment: Color32,
    /// The map: land out of play.
    pub land: Color32,
    /// The map: sea.
    pub sea: Color32,
    /// The map: rivers and lakes.
    pub river: Color32,
    /// The map: coast and borders.
    pub coast: Color32,
    /// The window of a counter, behind its silhouette.
    pub counter: Color32,
    /// What is printed on counters and struck on metal: dark by daylight and by lamplight.
    pub print: Color32,
    /// What lies under the pointer.
    pub hovered: Color32,
    /// What is pressed, or reached by the keyboard.
    pub pressed: Color32,
    /// Behind a word that was searched for.
    pub found: Color32,
    /// Each livery, in the order of [`Livery`].
    pub liveries: [Color32; 8],
}

impl Palette {
    /// The light panel in the dark frame.
    pub const LIGHT: Palette = Palette {
        frame: rgb(0x0023_201b),
        bar: rgb(0x002b_2721),
        lamplight: rgb(0x0040_3729),
        panel: rgb(0x00f3_ead2),
        chronicle: rgb(0x00e6_dab8),
        crease: rgb(0x00d3_c49c),
        watermark: rgb(0x00ee_e3c6),
        ink: rgb(0x002b_2418),
        faint_ink: rgb(0x0075_664a),
        pale: rgb(0x00ec_e2c6),
        faint_pale: rgb(0x00a8_9978),
        shadow: Color32::from_black_alpha(0x70),
        red: rgb(0x00b5_483a),
        gold: rgb(0x00ff_df6b),
        medallion: rgb(0x00e7_c565),
        metal_light: rgb(0x00fb_ecb4),
        metal_dark: rgb(0x0083_5f22),
        parchment: rgb(0x00ec_e2c6),
        land: rgb(0x00cf_c4a4),
        sea: rgb(0x00a9_c1c4),
        river: rgb(0x007f_a7b5),
        coast: rgb(0x004a_4436),
        counter: rgb(0x00f3_ead2),
        print: rgb(0x002b_2418),
        hovered: rgb(0x00ff_df6b),
        pressed: rgb(0x00e7_c565),
        found: rgb(0x00ff_df6b),
        liveries: [
            rgb(0x00b5_483a),
            rgb(0x00c9_6a5c),
            rgb(0x00c9_822b),
            rgb(0x003a_3a3a),
            rgb(0x003f_6aa3),
            rgb(0x005e_8a52),
            rgb(0x00a8_8b2a),
            rgb(0x00b5_9b6a),
        ],
    };

    /// The colour of a seat for words and lines on the panel: its livery, brought nearer to ink where
    /// it could not be read.
    pub fn seat_text(&self, seat: Seat) -> Color32 {
        legible(self.seat(seat), self.panel, self.ink)
    }

    /// The colours of a player's choice.
    pub fn of(settings: &Settings) -> Palette {
        let palette = match settings.theme {
            ThemeChoice::Light => Palette::LIGHT,
            ThemeChoice::Dark => Palette::DARK,
        };
        match settings.colors {
            ColorChoice::Classic => palette,
            ColorChoice::ColorBlind => {
                Palette { liveries: dark::LIVERIES_FOR_EVERY_EYE, ..palette }
            }
        }
    }

    /// The colour of figures on a livery: pale, or dark where the livery is pale itself.
    pub fn figures(&self, livery: Livery) -> Color32 {
        let tile = self.livery(livery);
        if contrast(self.pale, tile) >= LEAST_CONTRAST_OF_FIGURES { self.pale } else { self.print }
    }

    /// The colour of a people's counters.
    pub fn livery(&self, livery: Livery) -> Color32 {
        self.liveries[livery as usize]
    }

    /// Text on a livery.
    pub fn on_livery(&self) -> Color32 {
        self.counter
    }

    /// The colour of a seat: who decides, who holds.
    pub fn seat(&self, seat: Seat) -> Color32 {
        self.livery(if seat.index() == 0 { Livery::Macedonian } else { Livery::Persian })
    }
}

const fn rgb(hex: u32) -> Color32 {
    let [_, red, green, blue] = hex.to_be_bytes();
    Color32::from_rgb(red, green, blue)
}

/// Whose counter it is; never told by colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Livery {
    Macedonian,
    GreekAllied,
    GreekMercenary,
    Spartan,
    Persian,
    Indian,
    Barbarian,
    Arab,
}

impl Livery {
    /// Every livery.
    pub const ALL: [Livery; 8] = [
        Livery::Macedonian,
        Livery::GreekAllied,
        Livery::GreekMercenary,
        Livery::Spartan,
        Livery::Persian,
        Livery::Indian,
        Livery::Barbarian,
        Livery::Arab,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Livery::Macedonian => "Macedonian",
            Livery::GreekAllied => "Greek allied",
            Livery::GreekMercenary => "Mercenary",
            Livery::Spartan => "Spartan",
            Livery::Persian => "Persian",
            Livery::Indian => "Indian",
            Livery::Barbarian => "Barbarian",
            Livery::Arab => "Arab",
        }
    }
}

impl From<Nation> for Livery {
    fn from(nation: Nation) -> Livery {
        match nation {
            Nation::Macedonian => Livery::Macedonian,
            Nation::GreekAllied => Livery::GreekAllied,
            Nation::GreekMercenary => Livery::GreekMercenary,
            Nation::Spartan => Livery::Spartan,
            Nation::Persian => Livery::Persian,
            Nation::Indian => Livery::Indian,
            Nation::Barbarian => Livery::Barbarian,
            Nation::Arab => Livery::Arab,
        }
    }
}

/// The colours in use.
pub fn palette(ctx: &Context) -> Palette {
    ctx.data(|data| data.get_temp(Id::NULL)).unwrap_or(Palette::LIGHT)
}

/// How far a panel's contents stay from its edge.
pub const PANEL_MARGIN: i8 = 28;
/// How far the line around the dark table stays from its edge.
pub const TABLE_MARGIN: f32 = 18.0;
/// How large the one strong button of a sheet is, at least.
pub const STRONG_BUTTON: Vec2 = vec2(150.0, 42.0);
/// How large a field for a name is.
pub const NAME_FIELD: Vec2 = vec2(124.0, 34.0);
/// How wide the column of keys is in their list.
pub const KEYS_COLUMN: f32 = 172.0;
/// How wide a sheet is at most: longer lines are hard to read.
pub const WIDEST_SHEET: f32 = 1180.0;
/// Between two things that belong together.
pub const NEAR: f32 = 6.0;
/// Between two things that do not.
pub const APART: f32 = 20.0;

/// How far a sheet stays from the edge of the table: little on a small one.
pub fn table_margin(table: Vec2) -> Vec2 {
    vec2((table.x * 0.03).clamp(8.0, 56.0), (table.y * 0.04).clamp(8.0, 44.0))
}

/// A sheet of parchment, with margins that fit its size.
pub fn sheet_frame(colors: &Palette, sheet: Vec2) -> Frame {
    let margin = vec2((sheet.x * 0.045).clamp(16.0, 52.0), (sheet.y * 0.045).clamp(14.0, 36.0));
    Frame::NONE
        .fill(colors.panel)
        .corner_radius(CornerRadius::same(2))
        .inner_margin(Margin::symmetric(margin.x as i8, margin.y as i8))
}

/// What a sheet throws on the table.
pub fn sheet_shadow(colors: &Palette, sheet: Rect) -> Shape {
    let shadow = Shadow { offset: [0, 6], blur: 28, spread: 0, color: colors.shadow };
    shadow.as_shape(sheet, 2.0).into()
}

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

/// Rungs of the ladder of sizes between a letter and one twice as high.
const RUNGS: f32 = 8.0;

/// The nearest size on a ladder, for letters that grow with the map: every size needs letters of its
/// own, which would have to be drawn with every breath of the wheel.
pub fn rung(size: f32) -> f32 {
    ((size.max(1.0).log2() * RUNGS).round() / RUNGS).exp2()
}

/// Gives a context our type.
pub fn install_fonts(ctx: &Context) {
    ctx.set_fonts(fonts());
    // The scale is a setting, and is kept; egui's own keys would not be.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
}

/// Gives a context the colours and the motion of a player's choice.
pub fn apply(ctx: &Context, settings: &Settings) {
    let palette = Palette::of(settings);
    ctx.data_mut(|data| data.insert_temp(Id::NULL, palette));
    // The theme is the player's choice in the settings, whatever the desktop prefers.
    let theme = match settings.theme {
        ThemeChoice::Light => Theme::Light,
        ThemeChoice::Dark => Theme::Dark,
    };
    ctx.set_theme(theme);
    let mut style = style(&palette, theme);
    if settings.reduced_motion {
        style.animation_time = 0.0;
        style.scroll_animation = ScrollAnimation::none();
    }
    ctx.set_style_of(theme, style);
}

/// What figures on a counter need to be read.
const LEAST_CONTRAST_OF_FIGURES: f32 = 3.0;

/// A colour for words and marks on a ground, brought nearer to ink where it could not be read.
pub fn legible(color: Color32, ground: Color32, ink: Color32) -> Color32 {
    let nearer = (0u8..=10).map(|tenths| mix(color, ink, f32::from(tenths) / 10.0));
    let mut readable = nearer.filter(|&it| contrast(it, ground) >= LEAST_CONTRAST_OF_FIGURES);
    readable.next().unwrap_or(ink)
}

/// How well two colours are told apart, by the measure of the WCAG: 1 to 21.
pub fn contrast(first: Color32, second: Color32) -> f32 {
    let [first, second] = [first, second].map(luminance);
    (first.max(second) + 0.05) / (first.min(second) + 0.05)
}

/// How bright a colour is, 0 to 1.
fn luminance(color: Color32) -> f32 {
    let [red, green, blue, _] = Rgba::from(color).to_array();
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The rest of this `ui` lies on the dark frame instead of parchment.
pub fn on_frame(ui: &mut Ui) {
    let colors = palette(ui.ctx());
    let visuals = ui.visuals_mut();
    visuals.override_text_color = Some(colors.pale);
    visuals.weak_text_color = Some(colors.faint_pale);
}

/// The rest of this `ui` lies on parchment again, inside something on the dark frame.
pub fn on_panel(ui: &mut Ui) {
    let style = ui.ctx().style_of(ui.ctx().theme());
    ui.set_style(style);
}

/// The one button that goes on.
pub fn strong_button<'a>(colors: &Palette, text: &'a str) -> Button<'a> {
    Button::new(RichText::new(text).color(colors.gold)).fill(colors.bar)
}

/// The button that ends things: dark like its place, with a golden edge.
pub fn way_out_button<'a>(colors: &Palette, text: &'a str) -> Button<'a> {
    let text = RichText::new(text).color(colors.gold);
    Button::new(text).fill(colors.frame).stroke(Stroke::new(1.0, colors.metal_dark))
}

/// The pale panel.
pub fn panel_frame(colors: &Palette) -> Frame {
    Frame::NONE.fill(colors.panel).inner_margin(Margin::same(PANEL_MARGIN))
}

/// A small sheet over everything else.
pub fn dialog_frame(colors: &Palette) -> Frame {
    Frame::NONE
        .fill(colors.panel)
        .stroke(Stroke::new(1.0, colors.crease))
        .corner_radius(CornerRadius::same(4))
        .inner_margin(Margin::same(PANEL_MARGIN))
}

/// A card on the panel with something to be read.
pub fn card_frame(colors: &Palette) -> Frame {
    warning_frame(colors).stroke(Stroke::new(1.0, colors.crease))
}

/// A card of a lesson.
pub fn lesson_frame(colors: &Palette) -> Frame {
    warning_frame(colors).stroke(Stroke::new(1.5, colors.medallion))
}

/// How a card stands among others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// It has been chosen.
    Made,
    /// The pointer or the keys are at it.
    PointedAt,
    /// It can be chosen.
    Open,
}

impl Choice {
    /// How the card of this id stands, as it was in the last frame.
    pub fn of(ui: &Ui, id: Id, chosen: Option<Id>) -> Choice {
        let lit = ui.read_response(id).is_some_and(|it| it.hovered() || it.has_focus());
        if chosen == Some(id) {
            Choice::Made
        } else if lit {
            Choice::PointedAt
        } else {
            Choice::Open
        }
    }
}

/// A card that is, or can be, chosen among others.
pub fn choice_frame(colors: &Palette, choice: Choice) -> Frame {
    let (fill, edge) = match choice {
        Choice::Made => (colors.chronicle, Stroke::new(2.0, colors.metal_dark)),
        Choice::PointedAt => (colors.hovered, Stroke::new(1.0, colors.metal_dark)),
        Choice::Open => (colors.panel, Stroke::new(1.0, colors.crease)),
    };
    Frame::NONE.fill(fill).stroke(edge).corner_radius(CornerRadius::same(4))
}

/// A card on the panel with something that must not be overlooked.
pub fn warning_frame(colors: &Palette) -> Frame {
    Frame::NONE
        .fill(colors.chronicle)
        .stroke(Stroke::new(1.0, colors.red))
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

fn style(colors: &Palette, theme: Theme) -> Style {
    let mut style = Style { visuals: visuals(colors, theme), ..Style::default() };
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
    // So that the bar does not lie on what it scrolls.
    style.spacing.scroll.content_margin = Margin { right: 12, ..Margin::ZERO };
    style
}

fn visuals(colors: &Palette, theme: Theme) -> Visuals {
    let mut visuals = theme.default_visuals();
    visuals.override_text_color = Some(colors.ink);
    visuals.weak_text_color = Some(colors.faint_ink);
    visuals.panel_fill = colors.panel;
    visuals.window_fill = colors.panel;
    visuals.extreme_bg_color = colors.chronicle;
    visuals.faint_bg_color = colors.chronicle;
    visuals.error_fg_color = colors.red;
    visuals.warn_fg_color = colors.red;
    visuals.window_shadow = Shadow::NONE;
    // Nothing moves while nothing happens, not even a cursor.
    visuals.text_cursor.blink = false;
    visuals.window_stroke = Stroke::new(1.0, colors.crease);
    visuals.window_corner_radius = CornerRadius::same(4);
    visuals.menu_corner_radius = CornerRadius::same(4);
    visuals.hyperlink_color = colors.ink;
    visuals.text_edit_bg_color = Some(colors.chronicle);
    visuals.selection.bg_fill = colors.pressed;
    visuals.selection.stroke = Stroke::new(1.0, colors.ink);
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, colors.crease);
    for (widget, fill, edge) in [
        (&mut widgets.inactive, colors.chronicle, mix(colors.crease, colors.faint_ink, 0.45)),
        (&mut widgets.hovered, colors.hovered, colors.metal_dark),
        (&mut widgets.active, colors.pressed, colors.ink),
        (&mut widgets.open, colors.chronicle, colors.crease),
    ] {
        widget.weak_bg_fill = fill;
        widget.bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, edge);
        widget.fg_stroke = Stroke::new(1.0, colors.ink);
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

/// A label beside things of this height, level with their middles.
pub fn level_label(ui: &mut Ui, height: f32, words: impl Into<WidgetText>) -> Response {
    let size = vec2(ui.available_width(), height);
    let level = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, level, |ui| {
        ui.set_min_height(height);
        ui.label(words)
    })
    .inner
}
