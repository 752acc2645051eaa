//! `gw man`: manual pages.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_mangen::Man;
use gatewright_client::visible;

use crate::console::{Console, harmless};
use crate::exit::{Exit, Failure};

const FOLDER: &str = "folder";

const HELP: &str = "\
Example:
  gw man ~/.local/share/man/man1     then `man gw`, or `man gw-social-p2-post`";

/// Creates the command.
pub(crate) fn command() -> Command {
    let folder = Arg::new(FOLDER).value_name("DIR").required(true).value_parser(value_parser!(PathBuf));
    Command::new("man")
        .about("Writes the manual pages of all commands to a folder")
        .arg(folder.help("Folder, which is created if it does not exist"))
        .after_help(HELP)
}

/// Writes the manual pages of a command line.
pub(crate) fn write(commands: Command, matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let folder = matches.get_one::<PathBuf>(FOLDER).cloned().unwrap_or_default();
    let written = fs::create_dir_all(&folder).and_then(|()| write_pages(commands, &folder));
    let shown = visible(&folder.to_string_lossy()).into_owned();
    written.map_err(|it| Failure::refused(format!("cannot write the manual pages to `{shown}`: {it}")))?;
    console.say(&format!("wrote the manual pages to {shown}"));
    Ok(Exit::Success)
}

fn write_pages(commands: Command, folder: &Path) -> io::Result<()> {
    let mut commands = commands.disable_help_subcommand(true);
    commands.build();
    write_page(&commands, folder)
}

/// Writes the page of a command, and those of its subcommands.
fn write_page(command: &Command, folder: &Path) -> io::Result<()> {
    command.get_subcommands().filter(|it| !it.is_hide_set()).try_for_each(|it| write_page(it, folder))?;
    let page = Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    fs::write(folder.join(page.get_filename()), harmless(&with_lines(&String::from_utf8_lossy(&text))))
}

/// Keeps the lines of the notes at the end of a page, which contain examples.
fn with_lines(page: &str) -> String {
    let Some((before, notes)) = page.split_once("\n.SH EXTRA\n") else { return page.to_owned() };
    let end = notes.find("\n.SH ").unwrap_or(notes.len());
    let (notes, after) = notes.split_at(end);
    format!("{before}\n.SH NOTES\n.nf\n{}\n.fi{after}", notes.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_an_example_stay_lines() {
        let page = ".SH NAME\na\n.SH EXTRA\nExamples:\n  gw a\n  gw b\n.SH VERSION\nv1\n";
        let shown = ".SH NAME\na\n.SH NOTES\n.nf\nExamples:\n  gw a\n  gw b\n.fi\n.SH VERSION\nv1\n";
        assert_eq!(with_lines(page), shown);
        assert_eq!(with_lines(".SH NAME\na\n"), ".SH NAME\na\n");
    }
}
