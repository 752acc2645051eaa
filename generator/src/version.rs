//! Effect of a change on the version of the generated crate.

use std::fmt;

/// Effect of a change on the version of the generated crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Programs compile as before, and there is nothing new to use.
    Patch,
    /// Something was added or deprecated.
    Minor,
    /// A program that compiled may no longer compile.
    Major,
}

impl Class {
    /// Returns the name of the class.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }

    /// Returns the class with a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::Patch, Self::Minor, Self::Major].into_iter().find(|it| it.name() == name)
    }

    /// Returns the next version after such a change. Below 1.0, breaking changes increment the minor version,
    /// and all others the patch version.
    pub fn after(self, version: &str) -> String {
        let [major, minor, patch] = numbers(version);
        match (self, major) {
            (Self::Major, 0) => format!("0.{}.0", minor + 1),
            (Self::Minor, 0) | (Self::Patch, _) => format!("{major}.{minor}.{}", patch + 1),
            (Self::Major, _) => format!("{}.0.0", major + 1),
            (Self::Minor, _) => format!("{major}.{}.0", minor + 1),
        }
    }
}

/// Returns the numbers of a version.
pub(crate) fn numbers(version: &str) -> [u64; 3] {
    let mut parts = version.split('.').map(|it| it.parse().unwrap_or_default());
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_versions() {
        let after = |version| [Class::Patch, Class::Minor, Class::Major].map(|it| it.after(version));
        assert_eq!(after("1.2.3"), ["1.2.4", "1.3.0", "2.0.0"]);
        assert_eq!(after("0.2.3"), ["0.2.4", "0.2.4", "0.3.0"]);
    }
}
