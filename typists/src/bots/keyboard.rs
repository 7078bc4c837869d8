//! Fingers and rows of the usual keyboard, with the layout QWERTY.

/// The rows of keys, from the digits down.
const ROWS: [&str; 4] = ["1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"];
/// The finger of each column, from the left little finger.
const FINGERS: [usize; 12] = [0, 1, 2, 3, 3, 4, 4, 5, 6, 7, 7, 7];
/// The finger of the space bar.
pub(super) const THUMB: usize = 8;

/// Returns the row and the column of a key.
fn place(key: char) -> Option<(usize, usize)> {
    let key = key.to_lowercase().next()?;
    ROWS.iter().enumerate().find_map(|(row, keys)| Some((row, keys.find(key)?)))
}

/// Returns the row of a key; 2 is the home row.
pub(super) fn row(key: char) -> usize {
    place(key).map_or(2, |(row, _)| row)
}

/// Returns the finger that types a key.
pub(super) fn finger(key: char) -> usize {
    place(key).map_or(if key == ' ' { THUMB } else { 7 }, |(_, column)| FINGERS[column])
}

/// Returns true if one hand types both keys; the thumbs belong to none.
pub(super) fn is_one_hand(before: char, key: char) -> bool {
    let (one, other) = (finger(before), finger(key));
    one != THUMB && other != THUMB && (one < 4) == (other < 4)
}

/// Returns the distance between two keys in widths of a key.
pub(super) fn distance(before: char, key: char) -> f64 {
    match (place(before), place(key)) {
        (Some(one), Some(other)) => {
            let across = |(row, column): (usize, usize)| column as f64 + row as f64 * 0.4;
            (across(one) - across(other)).hypot(one.0 as f64 - other.0 as f64)
        }
        _ => 2.0,
    }
}

/// Returns the letters beside a letter, in its case.
pub(super) fn neighbors(key: char) -> Vec<char> {
    let Some((row, column)) = place(key).filter(|_| key.is_alphabetic()) else { return Vec::new() };
    let near = [(row, column + 1), (row, column.wrapping_sub(1)), (row - 1, column), (row + 1, column)];
    let letters = near.iter().filter_map(|(row, column)| ROWS.get(*row)?.chars().nth(*column));
    let in_case = |near: char| if key.is_uppercase() { near.to_ascii_uppercase() } else { near };
    letters.filter(|near| near.is_alphabetic()).map(in_case).collect()
}

/// Returns true for a character that needs Shift.
pub(super) fn is_shifted(key: char) -> bool {
    key.is_uppercase() || "!\"():?¿_".contains(key)
}
