//! Arrows point one way: who may know whom.

use super::Fault;
use crate::project::{Dependency, Package, Workspace};

/// Whom a package of ours may depend on.
enum May {
    Know(&'static [&'static str]),
    KnowAnything,
}

/// Every package of ours. A new one starts here.
const PACKAGES: [(&str, May); 15] = [
    ("diadem-core", May::Know(&[])),
    ("diadem-books", May::Know(&["diadem-core"])),
    ("diadem-cases", May::Know(&["diadem-core"])),
    ("diadem-sparring", May::Know(&["diadem-core"])),
    ("diadem-archive", May::Know(&["diadem-core"])),
    ("diadem-sheets", May::Know(&["diadem-core", "diadem-books"])),
    ("diadem-campaign", May::Know(RULES)),
    ("diadem-display", May::Know(RULES)),
    ("diadem-hexes", May::Know(RULES)),
    ("diadem-cards", May::Know(RULES)),
    (
        "diadem-handoff",
        May::Know(&[
            "diadem-core",
            "diadem-books",
            "diadem-cases",
            "diadem-sheets",
            "diadem-campaign",
            "diadem-display",
            "diadem-hexes",
            "diadem-cards",
        ]),
    ),
    (
        "diadem-opponents",
        May::Know(&[
            "diadem-core",
            "diadem-handoff",
            "diadem-campaign",
            "diadem-display",
            "diadem-hexes",
            "diadem-cards",
        ]),
    ),
    (
        "diadem",
        May::Know(&[
            "diadem-opponents",
            "diadem-archive",
            "diadem-handoff",
            // The window asks each form of play about what it shows.
            "diadem-campaign",
            "diadem-display",
            "diadem-hexes",
            "diadem-cards",
            "diadem-cases",
            "diadem-books",
            "diadem-core",
        ]),
    ),
    ("diadem-tests", May::KnowAnything),
    ("xtask", May::Know(&[])),
];

/// What every game of rules may know.
const RULES: &[&str] = &["diadem-core", "diadem-books", "diadem-cases", "diadem-sheets"];

/// The two small games that tests of any crate may play.
const SPARRING: &str = "diadem-sparring";

/// Crates of others that only some of ours may know, and why.
const RESERVED: [(&str, &[&str], &str); 4] = [
    ("eframe", &["diadem", "diadem-tests"], WINDOW),
    ("egui", &["diadem", "diadem-tests"], WINDOW),
    ("egui_*", &["diadem", "diadem-tests"], WINDOW),
    ("bincode", &["diadem-archive"], "the save format stays behind `archive::codec`"),
];
const WINDOW: &str = "rules, cases, fuzz and benches build without the window";

/// Every arrow of every package.
pub fn check(workspace: &Workspace) -> Vec<Fault> {
    workspace.packages.iter().flat_map(check_package).collect()
}

fn check_package(package: &Package) -> Vec<Fault> {
    let Some((_, may)) = PACKAGES.iter().find(|(name, _)| *name == package.name) else {
        return vec![Fault::of(
            &package.manifest_path,
            format!("the package `{}` has no place in the crate graph", package.name),
            "add it to the table in xtask/src/tidy/crate_graph.rs",
        )];
    };
    let ours = package.dependencies.iter().filter_map(|wanted| check_ours(package, may, wanted));
    let reserved = package.dependencies.iter().filter_map(|wanted| check_reserved(package, wanted));
    ours.chain(reserved).chain(check_window(package)).collect()
}

/// A package of ours knows only those below it.
fn check_ours(package: &Package, may: &May, wanted: &Dependency) -> Option<Fault> {
    let is_ours = PACKAGES.iter().any(|(name, _)| *name == wanted.name);
    let is_allowed = match may {
        May::KnowAnything => true,
        May::Know(names) => names.contains(&wanted.name.as_str()),
    };
    let is_for_tests = wanted.kind.as_deref() == Some("dev");
    let spars = is_for_tests && wanted.name == SPARRING && package.name != "xtask";
    if !is_ours || is_allowed || spars {
        return None;
    }
    let remedy = if is_for_tests {
        "put a test that crosses crates into tests/"
    } else {
        "move the code to where the arrows allow it (ARCHITECTURE.md)"
    };
    let what = format!("`{}` may not depend on `{}`", package.name, wanted.name);
    Some(Fault::of(&package.manifest_path, what, remedy))
}

/// A crate that is kept for one place is used only there.
fn check_reserved(package: &Package, wanted: &Dependency) -> Option<Fault> {
    let (_, users, why) = RESERVED.iter().find(|(name, ..)| is_named(name, &wanted.name))?;
    if users.contains(&package.name.as_str()) {
        return None;
    }
    let what = format!("`{}` may not depend on `{}`", package.name, wanted.name);
    let remedy = format!("leave it to `{}`, because {why}", users[0]);
    Some(Fault::of(&package.manifest_path, what, remedy))
}

fn is_named(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}

/// In the program, what draws the window comes with the feature `window` and with no other.
fn check_window(package: &Package) -> Vec<Fault> {
    if package.name != "diadem" {
        return Vec::new();
    }
    let draws = |wanted: &&Dependency| {
        wanted.kind.is_none()
            && RESERVED.iter().any(|(name, _, why)| *why == WINDOW && is_named(name, &wanted.name))
    };
    let mut faults = Vec::new();
    for wanted in package.dependencies.iter().filter(draws) {
        let switch = format!("dep:{}", wanted.name);
        let of_window = package.features.get("window").is_some_and(|on| on.contains(&switch));
        if !(wanted.optional && of_window) {
            faults.push(Fault::of(
                &package.manifest_path,
                format!("`{}` must come with the feature `window` only", wanted.name),
                format!("make it `optional = true` and name `{switch}` in that feature"),
            ));
        }
        for (feature, on) in &package.features {
            if feature != "window" && feature != &wanted.name && on.contains(&switch) {
                faults.push(Fault::of(
                    &package.manifest_path,
                    format!("the feature `{feature}` brings in `{}`", wanted.name),
                    "let only `window` do that",
                ));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, dependencies: Vec<Dependency>) -> Package {
        Package {
            name: name.into(),
            manifest_path: "Cargo.toml".into(),
            dependencies,
            targets: Vec::new(),
            features: [("window".to_owned(), vec!["dep:eframe".to_owned()])].into(),
        }
    }

    fn on(name: &str) -> Dependency {
        Dependency { name: name.into(), kind: None, optional: false }
    }

    fn in_tests_on(name: &str) -> Dependency {
        Dependency { kind: Some("dev".into()), ..on(name) }
    }

    fn optionally_on(name: &str) -> Dependency {
        Dependency { optional: true, ..on(name) }
    }

    /// What is wrong with a package that depends so.
    fn faults(name: &str, wanted: Dependency) -> Vec<String> {
        let workspace = Workspace { packages: vec![package(name, vec![wanted])] };
        check(&workspace).into_iter().map(|fault| fault.what).collect()
    }

    #[test]
    fn arrows_point_down() {
        assert!(faults("diadem-archive", on("diadem-core")).is_empty());
        assert!(faults("diadem-tests", on("diadem-sparring")).is_empty());
        assert!(faults("diadem-core", on("serde")).is_empty());
        assert_eq!(
            faults("diadem-core", on("diadem-books")),
            ["`diadem-core` may not depend on `diadem-books`"]
        );
        assert_eq!(faults("xtask", on("diadem-core")).len(), 1);
    }

    #[test]
    fn sparring_is_for_tests() {
        assert!(faults("diadem-core", in_tests_on("diadem-sparring")).is_empty());
        assert_eq!(faults("diadem", on("diadem-sparring")).len(), 1);
        assert_eq!(faults("diadem-core", in_tests_on("diadem-archive")).len(), 1);
    }

    #[test]
    fn a_package_without_a_place_is_found() {
        assert_eq!(
            faults("diadem-dice", on("serde")),
            ["the package `diadem-dice` has no place in the crate graph"]
        );
    }

    #[test]
    fn bincode_is_for_the_archive() {
        assert!(faults("diadem-archive", on("bincode")).is_empty());
        assert_eq!(faults("diadem-tests", on("bincode")).len(), 1);
    }

    #[test]
    fn only_the_program_draws_and_only_with_its_window() {
        assert!(faults("diadem", optionally_on("eframe")).is_empty());
        assert!(faults("diadem", in_tests_on("egui_kittest")).is_empty());
        assert_eq!(
            faults("diadem", on("eframe")),
            ["`eframe` must come with the feature `window` only"]
        );
        assert_eq!(faults("diadem", optionally_on("egui_extras")).len(), 1);
        assert_eq!(faults("diadem-handoff", optionally_on("egui")).len(), 1);
    }
}
