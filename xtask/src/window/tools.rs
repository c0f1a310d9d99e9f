//! What the window needs, and how it is had on Debian and its kin.

use super::CouldNotInstall;
use crate::bounded::{self, Deadline};
use std::path::Path;
use std::process::Command;

/// Debian's names: the screen, software OpenGL, what winit opens while it runs, the hand, the eye.
const PACKAGES: [&str; 12] = [
    "xvfb",
    "libgl1-mesa-dri",
    "libgl1",
    "libegl1",
    "libxkbcommon-x11-0",
    "libxkbcommon0",
    "libxcursor1",
    "libxi6",
    "libxrandr2",
    "libx11-xcb1",
    "xdotool",
    "imagemagick",
];

/// The programs that we call ourselves.
const PROGRAMS: [&str; 4] = ["Xvfb", "xdotool", "import", "identify"];

/// Installs what is missing, if it may. Where it may not, the programs must be there.
pub fn install(deadline: Deadline) -> Result<(), CouldNotInstall> {
    let wanted = missing_packages(deadline);
    if wanted.is_empty() && missing_programs().is_empty() {
        return Ok(());
    }
    if is_on_path("apt-get") && is_root(deadline) {
        let wanted = if wanted.is_empty() { PACKAGES.to_vec() } else { wanted };
        println!("window: installing {}", wanted.join(" "));
        let install = [&["install", "--no-install-recommends"], &wanted[..]].concat();
        let fetch = || apt_get(&["update"], deadline).and_then(|()| apt_get(&install, deadline));
        fetch()
            .or_else(|_| fetch()) // a mirror may hiccup once
            .map_err(CouldNotInstall)?;
    }
    let lacking = missing_programs();
    if lacking.is_empty() {
        return Ok(());
    }
    Err(CouldNotInstall(format!(
        "there is no {}, and only root on a system with apt-get may install it. \
         Install these packages (Debian's names) and try again: {}.",
        lacking.join(", no "),
        PACKAGES.join(" ")
    )))
}

/// The packages that dpkg does not have; none where there is no dpkg.
fn missing_packages(deadline: Deadline) -> Vec<&'static str> {
    let mut query = Command::new("dpkg-query");
    query.args(["--show", "--showformat=${Package} ${db:Status-Status}\n"]).args(PACKAGES);
    match bounded::run(&mut query, deadline) {
        Ok(told) => not_installed(&String::from_utf8_lossy(&told.out)),
        Err(_) => Vec::new(),
    }
}

/// The packages that a list of `name status` does not call installed.
fn not_installed(listed: &str) -> Vec<&'static str> {
    let has = |package: &str| listed.lines().any(|line| line == format!("{package} installed"));
    PACKAGES.into_iter().filter(|package| !has(package)).collect()
}

fn missing_programs() -> Vec<&'static str> {
    PROGRAMS.into_iter().filter(|program| !is_on_path(program)).collect()
}

fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| Path::new(&folder).join(program).is_file())
}

fn is_root(deadline: Deadline) -> bool {
    bounded::run(Command::new("id").arg("-u"), deadline)
        .is_ok_and(|told| told.out.trim_ascii() == b"0")
}

/// Runs apt-get, which waits a while for another one to finish.
fn apt_get(args: &[&str], deadline: Deadline) -> Result<(), String> {
    let mut command = Command::new("apt-get");
    command
        .args(["--yes", "--quiet", "--option", "DPkg::Lock::Timeout=60"])
        .args(args)
        .env("DEBIAN_FRONTEND", "noninteractive");
    let said = format!("`apt-get {}`", args.join(" "));
    let told =
        bounded::run(&mut command, deadline).map_err(|error| format!("{said} failed: {error}."))?;
    if told.status.success() {
        return Ok(());
    }
    Err(format!("{said} failed: {}", told.err.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_counts_when_it_is_installed() {
        let all: Vec<_> = PACKAGES.iter().map(|package| format!("{package} installed")).collect();
        assert_eq!(not_installed(&all.join("\n")), [""; 0]);
        let some = all.join("\n").replace("libgl1 installed", "libgl1 config-files");
        assert_eq!(not_installed(&some), ["libgl1"]);
        assert_eq!(not_installed(""), PACKAGES);
    }
}
