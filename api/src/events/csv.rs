//! The results of an event as comma-separated values (RFC 4180), for spreadsheets.

/// The mark at the start by which spreadsheets know UTF-8.
const MARK: char = '\u{feff}';

/// The characters with which a spreadsheet takes a cell for a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Writes rows of cells. Texts go through [`text`] first.
pub(crate) fn write<const N: usize>(rows: impl IntoIterator<Item = [String; N]>) -> String {
    let mut csv = String::from(MARK);
    for row in rows {
        csv.push_str(&row.map(|cell| quoted(&cell)).join(","));
        csv.push_str("\r\n");
    }
    csv
}

/// Returns a text that somebody else wrote as a cell that no spreadsheet runs.
pub(crate) fn text(text: &str) -> String {
    if text.starts_with(FORMULA) { format!("'{text}") } else { text.to_owned() }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\r', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let rows = [["name", "wpm"], ["O\"Hara, Ana", "61.5"], ["two\nlines", ""]].map(|row| row.map(str::to_owned));
        assert_eq!(write(rows), "\u{feff}name,wpm\r\n\"O\"\"Hara, Ana\",61.5\r\n\"two\nlines\",\r\n");
    }

    #[test]
    fn no_spreadsheet_runs_the_text_of_a_stranger() {
        for formula in ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert_eq!(text(formula), format!("'{formula}"));
        }
        for harmless in ["Ana", "O'Hara-Ortega", "1=1", ""] {
            assert_eq!(text(harmless), harmless);
        }
    }
}
