//! Numbers of as few bytes as they need, in the form of LEB128.

/// Writes a number: seven bits a byte, the lowest first, the eighth set in all but the last.
pub fn write_number(mut number: u64, to: &mut Vec<u8>) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Reads a number, and moves `from` behind it. `None` if there is none, or one of more than 63 bits.
pub fn read_number(from: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..9 {
        let (byte, rest) = from.split_first()?;
        *from = rest;
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
