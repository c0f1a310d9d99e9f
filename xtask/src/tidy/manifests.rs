//! Every manifest takes from the workspace what the workspace decides.

use super::Fault;
use crate::project::Workspace;
use crate::tree::Tree;

/// What a package must not decide for itself.
const INHERITED: [&str; 6] =
    ["version", "edition", "rust-version", "license", "authors", "publish"];

/// The manifest of every package.
pub fn check(tree: &Tree, workspace: &Workspace) -> Vec<Fault> {
    let manifests = workspace.packages.iter().map(|package| package.manifest_path.as_str());
    manifests.flat_map(|path| check_manifest(path, tree.text(path).unwrap_or_default())).collect()
}

fn check_manifest(path: &str, text: &str) -> Vec<Fault> {
    let manifest: toml::Table = match toml::from_str(text) {
        Ok(manifest) => manifest,
        Err(error) => return vec![Fault::of(path, error.message(), "write it as TOML")],
    };
    let inherits = |value: Option<&toml::Value>| {
        value.and_then(|value| value.get("workspace")?.as_bool()).unwrap_or(false)
    };
    let package = manifest.get("package");
    let mut faults: Vec<Fault> = INHERITED
        .iter()
        .filter(|key| !inherits(package.and_then(|package| package.get(key))))
        .map(|key| {
            let remedy = format!("write `{key}.workspace = true` under `[package]`");
            Fault::of(path, format!("`{key}` does not come from the workspace"), remedy)
        })
        .collect();
    if !inherits(manifest.get("lints")) {
        let remedy = "write `workspace = true` under `[lints]`";
        faults.push(Fault::of(path, "the lints do not come from the workspace", remedy));
    }
    for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let wanted = manifest.get(section).and_then(toml::Value::as_table);
        for (name, value) in wanted.into_iter().flatten() {
            if !inherits(Some(value)) {
                let remedy = format!("write `{name}.workspace = true` and say the rest there");
                let what = format!("`{name}` does not come from the workspace");
                faults.push(Fault::of(path, what, remedy));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]\nname = \"a\"\nversion.workspace = true\n\
        edition.workspace = true\nrust-version.workspace = true\nlicense.workspace = true\n\
        authors.workspace = true\npublish.workspace = true\n[lints]\nworkspace = true\n\
        [dependencies]\nserde.workspace = true\neframe = { workspace = true, optional = true }\n";

    #[test]
    fn what_is_not_inherited_is_told() {
        assert_eq!(check_manifest("Cargo.toml", GOOD), []);
        let bad = GOOD
            .replace("edition.workspace = true", "edition = \"2021\"")
            .replace("[lints]\nworkspace = true", "")
            .replace("serde.workspace = true", "serde = \"1\"");
        let found: Vec<_> =
            check_manifest("Cargo.toml", &bad).into_iter().map(|f| f.what).collect();
        assert_eq!(
            found,
            [
                "`edition` does not come from the workspace",
                "the lints do not come from the workspace",
                "`serde` does not come from the workspace",
            ]
        );
        assert_eq!(check_manifest("Cargo.toml", "[").len(), 1);
    }
}
