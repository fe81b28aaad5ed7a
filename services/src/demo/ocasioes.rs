//! The occasions (`ocasiões`) on which acionamentos are opened. Each determines procedures, note and season.

mod acidentes;
mod doencas;
mod rotina;
mod silvestres;

use super::{
    catalogo::procedimento,
    pets::Especie::{self, Ave, Cao, Coelho, Gato, Reptil, Roedor},
};

/// An occasion.
pub(super) struct Ocasiao {
    /// Relative frequency.
    pub(super) peso: u64,
    pub(super) especies: &'static [Especie],
    pub(super) quem: Quem,
    pub(super) quando: Quando,
    /// An emergency: treated at any hour, on the day of the event.
    pub(super) urgente: bool,
    /// At most once in a pet's life.
    pub(super) uma_vez: bool,
    /// The pet dies; no occasion follows.
    pub(super) obito: bool,
    /// The procedures that it always has.
    pub(super) sempre: &'static [usize],
    /// Those that it may have, with the percentage that does.
    pub(super) talvez: &'static [(usize, u64)],
    /// Notes of the clinic or the tutor. `{pet}` is the pet's name, `{o}` the article or ending of its sex, `{O}` the same
    /// in upper case, `{idade}` its age and `{clinica}` the clinic.
    pub(super) relatos: &'static [&'static str],
}

/// All occasions.
pub(super) fn ocasioes() -> impl Iterator<Item = &'static Ocasiao> {
    [rotina::OCASIOES, doencas::OCASIOES, acidentes::OCASIOES, silvestres::OCASIOES].into_iter().flatten()
}

/// Which pets it happens to.
#[derive(Clone, Copy)]
pub(super) enum Quem {
    Todos,
    Femea,
    /// Below a year.
    Filhote,
    /// A year or more.
    Adulto,
    /// Seven years or more.
    Idoso,
}

/// When in the year it happens more.
#[derive(Clone, Copy)]
pub(super) enum Quando {
    Sempre,
    Verao,
    Inverno,
    /// Around the fireworks of New Year and of the June feasts.
    Fogos,
}

const CAES: &[Especie] = &[Cao];
const GATOS: &[Especie] = &[Gato];
const CAES_E_GATOS: &[Especie] = &[Cao, Gato];
const SILVESTRES: &[Especie] = &[Ave, Coelho, Roedor, Reptil];
const PEQUENOS_MAMIFEROS: &[Especie] = &[Coelho, Roedor];

const CONSULTA: usize = procedimento("Consulta clínica geral");
const RETORNO: usize = procedimento("Consulta de retorno");
const EMERGENCIA: usize = procedimento("Consulta de emergência");
const SILVESTRE: usize = procedimento("Consulta de animais silvestres e exóticos");
const HEMOGRAMA: usize = procedimento("Hemograma completo");
const BIOQUIMICO: usize = procedimento("Perfil bioquímico renal e hepático");
const URINALISE: usize = procedimento("Urinálise");
const FEZES: usize = procedimento("Parasitológico de fezes");
const CITOLOGIA: usize = procedimento("Citologia");
const HISTOPATOLOGICO: usize = procedimento("Exame histopatológico");
const RADIOGRAFIA: usize = procedimento("Radiografia (duas projeções)");
const ULTRASSOM: usize = procedimento("Ultrassonografia abdominal");
const FLUIDO: usize = procedimento("Fluidoterapia");
const MEDICACAO: usize = procedimento("Medicação injetável");
const CURATIVO: usize = procedimento("Curativo e limpeza de ferida");
const SUTURA: usize = procedimento("Sutura de pele");
const ANESTESIA: usize = procedimento("Anestesia inalatória");
const INTERNACAO: usize = procedimento("Diária de internação");
const UTI: usize = procedimento("Diária de UTI");
const FISIOTERAPIA: usize = procedimento("Sessão de fisioterapia");
const TRANSPORTE: usize = procedimento("Transporte emergencial");
const TRANSFUSAO: usize = procedimento("Transfusão de sangue");
const ANTIRRABICA: usize = procedimento("Vacina antirrábica");
const VERMIFUGO: usize = procedimento("Vermifugação");

/// What most occasions have in common.
const COMUM: Ocasiao = Ocasiao {
    peso: 10,
    especies: CAES_E_GATOS,
    quem: Quem::Todos,
    quando: Quando::Sempre,
    urgente: false,
    uma_vez: false,
    obito: false,
    sempre: &[],
    talvez: &[],
    relatos: &[],
};
