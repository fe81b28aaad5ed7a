//! Compact encoding of acionamentos: two buffers hold the rows in sequence, one the texts and one all other values.
//!
//! As wire types, thousands of rows take more memory than their JSON, which is mostly keys. Packed, they take a quarter of
//! that JSON. Fields are decoded in the order of encoding: a whole row, or only the first fields, which are those for
//! sorting and searching.

use std::fmt;

use chrono::{DateTime, FixedOffset};
use rust_decimal::Decimal;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, SeqAccess, Visitor},
};
use services::wire::{
    acionamento::{Acionamento, Evento, ProcedimentoRealizado},
    value::{InPlace, Money, Nullable},
};

use super::{
    pack::{Buffers, Pack, Unpack, Unpacker, offset},
    row::{Row, RowId},
    row_filter::FilterFields,
};

/// Bytes reserved for a row before it is packed; most take less.
const ROW_CAPACITY: usize = 2048;

/// The rows of a list.
#[derive(Default)]
pub(super) struct Packed {
    buffers: Buffers,
    /// Start of each row in both buffers.
    starts: Vec<(u32, u32)>,
}

/// The fields of a row used for sorting.
pub struct SortFields<'a> {
    /// What identifies it.
    pub id: RowId<'a>,
    /// When it was opened.
    pub aberto_em: DateTime<FixedOffset>,
    /// Its total value.
    pub valor_total: Decimal,
    /// Name of the insured.
    pub segurado: &'a str,
}

/// The fields of a row used for searching.
pub struct SearchFields<'a> {
    /// Claim number, authorization number, CPF or CNPJ, and policy number.
    pub numbers: [Option<&'a str>; 4],
    /// Names of the insured and the pet, and status.
    pub texts: [Option<&'a str>; 3],
}

impl Packed {
    /// Number of rows.
    pub(super) fn len(&self) -> u32 {
        offset(self.starts.len())
    }

    /// Memory use in bytes.
    pub(super) fn weight(&self) -> usize {
        self.buffers.weight() + self.starts.capacity() * size_of::<(u32, u32)>()
    }

    pub(super) fn row(&self, at: u32) -> Row<'_> {
        Row::unpack(&mut self.unpacker(at))
    }

    pub(super) fn sort_fields(&self, at: u32) -> SortFields<'_> {
        SortFields::unpack(&mut self.unpacker(at))
    }

    pub(super) fn search_fields(&self, at: u32) -> SearchFields<'_> {
        let from = &mut self.unpacker(at);
        let SortFields { id, segurado, .. } = SortFields::unpack(from);
        // Array members are evaluated in order, so the fields are unpacked in their encoded order.
        let numbers = [Some(id.sinistro), nullable(from), Some(Unpack::unpack(from)), nullable(from)];
        SearchFields { numbers, texts: [Some(segurado), nullable(from), Some(Unpack::unpack(from))] }
    }

    pub(super) fn filter_fields(&self, at: u32) -> FilterFields<'_> {
        let from = &mut self.unpacker(at);
        let SortFields { aberto_em, .. } = SortFields::unpack(from);
        // In their encoded order; those between are skipped.
        let (_, cpf_cnpj): (Option<&str>, &str) = (nullable(from), Unpack::unpack(from));
        let (_, _, _): (Option<&str>, Option<&str>, &str) = (nullable(from), nullable(from), Unpack::unpack(from));
        let (status, seguradora, _): (&str, &str, Option<&str>) =
            (Unpack::unpack(from), Unpack::unpack(from), nullable(from));
        let (ocorrido_em, faturado_em) = (nullable(from), nullable(from));
        FilterFields { aberto_em, cpf_cnpj, status, seguradora, ocorrido_em, faturado_em }
    }

    fn unpacker(&self, at: u32) -> Unpacker<'_> {
        let (text, rest) = self.starts[at as usize];
        self.buffers.unpacker(text, rest)
    }

    fn push<S: Pack>(&mut self, row: &Acionamento<S>) {
        let Buffers { texts, rest, .. } = &self.buffers;
        self.starts.push((offset(texts.len()), offset(rest.len())));
        row.pack(&mut self.buffers);
    }

    /// Reserves memory for `others` more rows of the average size so far.
    fn reserve(&mut self, others: Option<usize>) {
        // Without a hint, and for the first rows, the buffers grow by doubling.
        let (Some(others @ 1..), rows @ 16..) = (others, self.starts.len()) else { return };
        let of_all = |bytes: usize| bytes / rows * (others + others / 16) + ROW_CAPACITY;
        let Buffers { texts, rest, .. } = &mut self.buffers;
        if texts.capacity() - texts.len() < ROW_CAPACITY {
            texts.reserve_exact(of_all(texts.len()));
        }
        if rest.capacity() - rest.len() < ROW_CAPACITY {
            rest.reserve_exact(of_all(rest.len()));
        }
    }

    /// Frees spare capacity.
    fn shrink(mut self) -> Self {
        self.buffers.texts.shrink_to_fit();
        self.buffers.rest.shrink_to_fit();
        self.starts.shrink_to_fit();
        self
    }
}

/// A value that may be null; one that could not be read is none.
fn nullable<'a, T: Unpack<'a>>(from: &mut Unpacker<'a>) -> Option<T> {
    Nullable::unpack(from).into_option()
}

impl<'a, S: Pack + 'a> FromIterator<&'a Acionamento<S>> for Packed {
    fn from_iter<I: IntoIterator<Item = &'a Acionamento<S>>>(rows: I) -> Self {
        let mut packed = Self::default();
        rows.into_iter().for_each(|row| packed.push(row));
        packed.shrink()
    }
}

/// Reads a row and packs it. A row is large, and would be copied on each return on its way there.
struct PackedRow<'a>(&'a mut Packed);

impl<'de> DeserializeSeed<'de> for PackedRow<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.0.push(&Row::deserialize(deserializer)?);
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Packed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowsVisitor;
        impl<'de> Visitor<'de> for RowsVisitor {
            type Value = Packed;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Packed, A::Error> {
                let mut packed = Packed::default();
                while seq.next_element_seed(PackedRow(&mut packed))?.is_some() {
                    packed.reserve(seq.size_hint());
                }
                Ok(packed.shrink())
            }
        }
        deserializer.deserialize_seq(RowsVisitor)
    }
}

impl<'a> Unpack<'a> for SortFields<'a> {
    fn unpack(from: &mut Unpacker<'a>) -> Self {
        let id = RowId { code: Unpack::unpack(from), sinistro: Unpack::unpack(from) };
        let aberto_em = Unpack::unpack(from);
        let Money(valor_total) = Unpack::unpack(from);
        Self { id, aberto_em, valor_total, segurado: Unpack::unpack(from) }
    }
}

impl<'a> From<&'a Row<'_>> for SortFields<'a> {
    fn from(row: &'a Row<'_>) -> Self {
        Self {
            id: RowId { code: &row.cd_acionamento, sinistro: &row.nr_sinistro },
            aberto_em: row.dt_abertura,
            valor_total: row.vl_total.0,
            segurado: &row.nm_segurado,
        }
    }
}

impl<'a> From<&'a Row<'_>> for SearchFields<'a> {
    fn from(row: &'a Row<'_>) -> Self {
        let numbers = [
            Some(&*row.nr_sinistro),
            row.nr_autorizacao.as_deref(),
            Some(&*row.nr_cpf_cnpj),
            row.nr_apolice.as_deref(),
        ];
        Self { numbers, texts: [Some(&row.nm_segurado), row.nm_pet.as_deref(), Some(&row.ds_status)] }
    }
}

impl<'a> From<&'a Row<'_>> for FilterFields<'a> {
    fn from(row: &'a Row<'_>) -> Self {
        Self {
            aberto_em: row.dt_abertura,
            cpf_cnpj: &row.nr_cpf_cnpj,
            status: &row.cd_status,
            seguradora: &row.cd_seguradora,
            ocorrido_em: row.dt_ocorrencia.as_ref().copied(),
            faturado_em: row.dt_faturamento.as_ref().copied(),
        }
    }
}

/// Packs the fields of a type in this order. A missing field does not compile.
macro_rules! fields {
    ($type:ident { $($how:ident [$($field:ident),*])* }) => {
        impl<S: Pack> Pack for $type<S> {
            fn pack(&self, to: &mut Buffers) {
                let Self { $($($field,)*)* } = self;
                $($($field.$how(to);)*)*
            }
        }

        impl<'a> Unpack<'a> for $type<InPlace<'a>> {
            fn unpack(from: &mut Unpacker<'a>) -> Self {
                $($(let $field = Unpack::unpack(from);)*)*
                Self { $($($field,)*)* }
            }
        }
    };
}

fields! {
    Acionamento {
        // Fields for sorting come first. Searching uses `nr_sinistro` and `nm_segurado` too.
        pack [cd_acionamento, nr_sinistro, dt_abertura, vl_total, nm_segurado]
        // Fields for searching only.
        pack [nr_autorizacao, nr_cpf_cnpj, nr_apolice, nm_pet]
        pack_repeated [ds_status]
        // Filtering reads up to `dt_faturamento`.
        pack_repeated [cd_status, cd_seguradora, ds_especie]
        pack [dt_ocorrencia, dt_faturamento, ds_observacao, cd_pet, nr_sinistro_origem, nr_sinistro_reabertura]
        pack [fl_pode_reabrir, procedimentos, historico]
    }
}

fields! {
    ProcedimentoRealizado {
        pack_repeated [cd_procedimento, ds_procedimento]
        pack [qt_procedimento, vl_procedimento]
    }
}

fields! {
    Evento {
        pack [dt_evento]
        pack_repeated [cd_status, ds_status, nm_usuario, ds_observacao]
    }
}
