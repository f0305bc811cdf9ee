//! Apache Parquet: the columns of the tidy CSV with types. Texts are stored as dictionaries, and pages are
//! compressed with gzip.
//!
//! The file has one row group and one data page for each column. It is written here and not by the crate
//! `parquet`, because that crate would add more code to the WebAssembly than the simulator has.

use sim_core::ground::convert::{low_bits, narrow};
use std::io::{self, Write};

use sim_core::simulation::VERSION;

use crate::gzip::gzip;
use crate::series::{SeriesRun, visit_rows};
use crate::thrift::{self, ThriftStruct, varint};

const MAGIC: &[u8] = b"PAR1";
// Numbers of the enumerations of parquet.thrift.
const DOUBLE: i32 = 5;
const BYTE_ARRAY: i32 = 6;
const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;
const UTF8: i32 = 0;
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const RLE_DICTIONARY: i32 = 8;
const GZIP: i32 = 2;
const DATA_PAGE: i32 = 0;
const DICTIONARY_PAGE: i32 = 2;

/// Values of a column.
enum Values {
    Numbers(Vec<f64>),
    /// A list of numbers in which some are missing.
    Optional(Vec<Option<f64>>),
    /// Different texts, and the index of each row's text.
    Texts(Vec<String>, Vec<u32>),
}

struct Column {
    name: &'static str,
    values: Values,
}

/// A column in the file.
struct StoredColumn {
    start: usize,
    dictionary: Option<usize>,
    data: usize,
    compressed: usize,
    uncompressed: usize,
}

impl Column {
    fn numbers(name: &'static str) -> Self {
        Column { name, values: Values::Numbers(Vec::new()) }
    }

    fn optional(name: &'static str) -> Self {
        Column { name, values: Values::Optional(Vec::new()) }
    }

    fn texts(name: &'static str) -> Self {
        Column { name, values: Values::Texts(Vec::new(), Vec::new()) }
    }

    fn push(&mut self, number: f64) {
        match &mut self.values {
            Values::Numbers(list) => list.push(number),
            Values::Optional(list) => list.push(Some(number)),
            Values::Texts(..) => {}
        }
    }

    fn push_missing(&mut self) {
        if let Values::Optional(list) = &mut self.values {
            list.push(None);
        }
    }

    fn push_text(&mut self, text: &str) {
        if let Values::Texts(texts, indices) = &mut self.values {
            // Equal texts follow each other, so the next text is most likely equal to the latest.
            let index = texts.iter().rposition(|known| known == text).unwrap_or_else(|| {
                texts.push(text.to_owned());
                texts.len() - 1
            });
            indices.push(narrow::<u32>(index));
        }
    }

    fn rows(&self) -> usize {
        match &self.values {
            Values::Numbers(list) => list.len(),
            Values::Optional(list) => list.len(),
            Values::Texts(_, indices) => indices.len(),
        }
    }

    fn physical_type(&self) -> i32 {
        if matches!(self.values, Values::Texts(..)) { BYTE_ARRAY } else { DOUBLE }
    }

    fn encoding(&self) -> i32 {
        if matches!(self.values, Values::Texts(..)) { RLE_DICTIONARY } else { PLAIN }
    }

    fn schema(&self) -> Vec<u8> {
        let repetition = if matches!(self.values, Values::Optional(_)) { OPTIONAL } else { REQUIRED };
        let element =
            ThriftStruct::default().i32(1, self.physical_type()).i32(3, repetition).text(4, self.name);
        match self.values {
            Values::Texts(..) => element.i32(6, UTF8).finish(),
            _ => element.finish(),
        }
    }

    /// The contents of the dictionary page.
    fn dictionary(&self) -> Option<(usize, Vec<u8>)> {
        let Values::Texts(texts, _) = &self.values else { return None };
        let mut page = Vec::new();
        for text in texts {
            page.extend(narrow::<u32>(text.len()).to_le_bytes());
            page.extend(text.as_bytes());
        }
        Some((texts.len(), page))
    }

    /// The contents of the data page.
    fn data(&self) -> Vec<u8> {
        let mut page = Vec::new();
        match &self.values {
            Values::Numbers(list) => list.iter().for_each(|value| page.extend(value.to_le_bytes())),
            Values::Optional(list) => {
                let levels = runs(list.iter().map(|value| u32::from(value.is_some())), 1);
                page.extend(narrow::<u32>(levels.len()).to_le_bytes());
                page.extend(levels);
                list.iter().flatten().for_each(|value| page.extend(value.to_le_bytes()));
            }
            Values::Texts(texts, indices) => {
                let bits = (usize::BITS - (texts.len().max(1) - 1).leading_zeros()).max(1);
                page.push(low_bits::<u8>(bits));
                page.extend(runs(indices.iter().copied(), bits));
            }
        }
        page
    }

    /// Appends the pages to the file.
    fn store(&self, file: &mut Vec<u8>) -> StoredColumn {
        let start = file.len();
        let (mut compressed, mut uncompressed) = (0, 0);
        let mut page = |kind: i32, number: u8, header: ThriftStruct, contents: &[u8], file: &mut Vec<u8>| {
            let packed = gzip(contents);
            let header = ThriftStruct::default()
                .i32(1, kind)
                .i32(2, narrow::<i32>(contents.len()))
                .i32(3, narrow::<i32>(packed.len()))
                .sub(number, header)
                .finish();
            compressed += header.len() + packed.len();
            uncompressed += header.len() + contents.len();
            file.extend(header);
            file.extend(packed);
        };
        let dictionary = self.dictionary().map(|(count, contents)| {
            let header = ThriftStruct::default().i32(1, narrow::<i32>(count)).i32(2, PLAIN);
            page(DICTIONARY_PAGE, 7, header, &contents, file);
            start
        });
        let data = file.len();
        let header = ThriftStruct::default()
            .i32(1, narrow::<i32>(self.rows()))
            .i32(2, self.encoding())
            .i32(3, RLE)
            .i32(4, RLE);
        page(DATA_PAGE, 5, header, &self.data(), file);
        StoredColumn { start, dictionary, data, compressed, uncompressed }
    }
}

/// Numbers as runs of equal values (the hybrid of run lengths and bit packing, with run lengths only).
fn runs(values: impl Iterator<Item = u32>, bits: u32) -> Vec<u8> {
    let mut out = Vec::new();
    let mut run: Option<(u32, u64)> = None;
    let end = |run: Option<(u32, u64)>, out: &mut Vec<u8>| {
        if let Some((value, length)) = run {
            varint(out, length << 1);
            out.extend(&value.to_le_bytes()[..bits.div_ceil(8) as usize]);
        }
    };
    for value in values {
        match &mut run {
            Some((last, length)) if *last == value => *length += 1,
            _ => end(run.replace((value, 1)), &mut out),
        }
    }
    end(run, &mut out);
    out
}

/// The values of all series, with their columns filled.
fn columns(run: &SeriesRun) -> io::Result<[Column; 9]> {
    let mut columns = [
        Column::numbers("t"),
        Column::numbers("width"),
        Column::texts("of"),
        Column::texts("id"),
        Column::texts("signal"),
        Column::texts("unit"),
        Column::numbers("value"),
        Column::optional("min"),
        Column::optional("max"),
    ];
    visit_rows(&run.recorder, |row| {
        let [t, width, of, id, signal, unit, value, min, max] = &mut columns;
        t.push(row.t);
        width.push(row.width);
        of.push_text(row.of);
        id.push_text(row.id);
        signal.push_text(row.signal);
        unit.push_text(row.unit);
        value.push(row.value);
        match row.extent {
            Some((smallest, largest)) => {
                min.push(smallest);
                max.push(largest);
            }
            None => {
                min.push_missing();
                max.push_missing();
            }
        }
        Ok::<(), io::Error>(())
    })?;
    Ok(columns)
}

pub fn write(run: &SeriesRun, out: &mut dyn Write) -> io::Result<()> {
    let columns = columns(run)?;
    let rows = columns[0].rows();
    let mut file = MAGIC.to_vec();
    let stored: Vec<StoredColumn> = columns.iter().map(|column| column.store(&mut file)).collect();
    let chunks = columns.iter().zip(&stored).map(|(column, stored)| chunk(column, stored).finish());
    let group = ThriftStruct::default()
        .list(1, thrift::STRUCT, chunks)
        .i64(2, stored.iter().map(|column| column.uncompressed).sum())
        .i64(3, rows);
    let root = ThriftStruct::default().text(4, "run").i32(5, narrow::<i32>(columns.len())).finish();
    let schema: Vec<Vec<u8>> = std::iter::once(root).chain(columns.iter().map(Column::schema)).collect();
    let simulation = &run.simulation;
    let facts = [
        ("title", simulation.scenario().title.clone()),
        ("version", VERSION.to_owned()),
        ("seed", simulation.scenario().seed.to_string()),
        ("result_id", simulation.result_id_text()),
    ];
    let facts = facts.iter().map(|(key, value)| ThriftStruct::default().text(1, key).text(2, value).finish());
    let footer = ThriftStruct::default()
        .i32(1, 1)
        .list(2, thrift::STRUCT, schema.into_iter())
        .i64(3, rows)
        .list(4, thrift::STRUCT, [group.finish()].into_iter())
        .list(5, thrift::STRUCT, facts)
        .text(6, &format!("Fairshare version {VERSION}"))
        .finish();
    file.extend(&footer);
    file.extend(narrow::<u32>(footer.len()).to_le_bytes());
    file.extend(MAGIC);
    out.write_all(&file)
}

/// The metadata of a column.
fn chunk(column: &Column, stored: &StoredColumn) -> ThriftStruct {
    let mut encodings = vec![column.encoding(), RLE];
    if stored.dictionary.is_some() {
        encodings.push(PLAIN);
    }
    let metadata = ThriftStruct::default()
        .i32(1, column.physical_type())
        .list(2, thrift::I32, encodings.into_iter().map(thrift::number))
        .list(3, thrift::BINARY, [thrift::binary(column.name)].into_iter())
        .i32(4, GZIP)
        .i64(5, column.rows())
        .i64(6, stored.uncompressed)
        .i64(7, stored.compressed)
        .i64(9, stored.data);
    let metadata = match stored.dictionary {
        Some(offset) => metadata.i64(11, offset),
        None => metadata,
    };
    ThriftStruct::default().i64(2, stored.start).sub(3, metadata)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_are_stored_as_one_run() {
        // Three times 1, then 200 times 0: the lengths are 3 << 1 = 6 and 200 << 1 = 400 = 0x90 0x03.
        let values = [1, 1, 1].into_iter().chain([0; 200]);
        assert_eq!(runs(values, 1), [6, 1, 0x90, 0x03, 0]);
    }
}
