//! Where the project is, how its cargo is called, and what cargo knows of its packages.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The top folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in a folder of the project")
}

/// The cargo that runs us, in the top folder.
pub fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(args);
    command
}

/// Runs cargo where everybody can watch, and fails with a sentence.
pub fn run_cargo(args: &[&str]) -> Result<()> {
    let said = format!("cargo {}", args.join(" "));
    println!("$ {said}");
    let status = cargo(args).status().with_context(|| format!("`{said}` could not be started."))?;
    if !status.success() {
        bail!("`{said}` failed ({status}).");
    }
    Ok(())
}

/// Where cargo puts what it builds.
pub fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// What `cargo metadata` says of the workspace, as far as we ask.
#[derive(Deserialize, Debug)]
pub struct Workspace {
    /// Our packages.
    pub packages: Vec<Package>,
}

/// One of our packages.
#[derive(Deserialize, Debug)]
pub struct Package {
    /// Its name, such as `diadem-core`.
    pub name: String,
    /// Its `Cargo.toml`, from the top folder.
    pub manifest_path: String,
    /// What it asks for.
    #[serde(default)]
    pub dependencies: Vec<Dependency>,
    /// What is built from it.
    #[serde(default)]
    pub targets: Vec<Target>,
    /// Its features, and what each switches on.
    #[serde(default)]
    pub features: BTreeMap<String, Vec<String>>,
}

/// A line under `[dependencies]` or its sisters.
#[derive(Deserialize, Debug)]
pub struct Dependency {
    /// The package asked for.
    pub name: String,
    /// `dev`, `build`, or nothing for an ordinary one.
    pub kind: Option<String>,
    /// Whether a feature has to ask for it.
    #[serde(default)]
    pub optional: bool,
}

/// A library, a program, a test, a bench or a build script.
#[derive(Deserialize, Debug)]
pub struct Target {
    /// What it is, such as `lib`.
    pub kind: Vec<String>,
    /// Its first file, from the top folder.
    pub src_path: String,
}

impl Workspace {
    /// Asks cargo.
    pub fn ask() -> Result<Workspace> {
        let output = cargo(&["metadata", "--no-deps", "--locked", "--format-version", "1"])
            .output()
            .context("`cargo metadata` could not be started.")?;
        if !output.status.success() {
            bail!("`cargo metadata` failed:\n{}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let text = String::from_utf8(output.stdout).context("`cargo metadata` wrote no UTF-8.")?;
        Workspace::parse(&text, root())
    }

    fn parse(text: &str, root: &Path) -> Result<Workspace> {
        let mut workspace: Workspace =
            serde_json::from_str(text).context("`cargo metadata` wrote what we cannot read.")?;
        for package in &mut workspace.packages {
            package.manifest_path = from_root(&package.manifest_path, root);
            for target in &mut package.targets {
                target.src_path = from_root(&target.src_path, root);
            }
        }
        Ok(workspace)
    }
}

impl Package {
    /// The folder of the package, from the top folder.
    pub fn folder(&self) -> &str {
        self.manifest_path.strip_suffix("/Cargo.toml").unwrap_or_default()
    }
}

/// A path as our tree names it: from the top folder, with slashes.
pub fn from_root(path: impl AsRef<Path>, root: &Path) -> String {
    let path = path.as_ref();
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_the_top_folder() {
        let text = r#"{ "packages": [{ "name": "a", "manifest_path": "top/crates/a/Cargo.toml",
            "targets": [{ "kind": ["lib"], "src_path": "top/crates/a/src/lib.rs" }],
            "dependencies": [{ "name": "b", "kind": null, "optional": true }] }] }"#;
        let workspace = Workspace::parse(text, Path::new("top")).unwrap();
        let package = &workspace.packages[0];
        assert_eq!(package.folder(), "crates/a");
        assert_eq!(package.targets[0].src_path, "crates/a/src/lib.rs");
        assert!(package.dependencies[0].optional && package.dependencies[0].kind.is_none());
    }
}
