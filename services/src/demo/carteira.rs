//! The portfolio: insurers, insured, their pets and their policies.

use std::collections::BTreeSet;

use chrono::{Datelike as _, Days, Months, NaiveDate, TimeDelta};
use unicode_normalization::UnicodeNormalization as _;

use super::{
    pessoas::PESSOAS,
    pets::{Especie, PETS},
    seeded_rng::{RngStream, SeededRng},
};
use contract::cpf_cnpj::CpfCnpj;

pub(super) struct Seguradora {
    pub(super) nome: &'static str,
    pub(super) cnpj: String,
    pub(super) ativa: bool,
}

pub(super) struct Segurado {
    pub(super) cpf_cnpj: String,
    pub(super) nome: String,
    pub(super) email: Option<String>,
    pub(super) telefone: Option<String>,
}

pub(super) struct Pet {
    /// Index of its tutor in [`Carteira::segurados`].
    pub(super) segurado: usize,
    pub(super) nome: &'static str,
    pub(super) femea: bool,
    pub(super) especie: Especie,
    pub(super) raca: &'static str,
    pub(super) nascimento: NaiveDate,
}

pub(super) struct Apolice {
    pub(super) numero: String,
    pub(super) segurado: usize,
    pub(super) seguradora: usize,
    pub(super) inicio: NaiveDate,
    pub(super) fim: NaiveDate,
    /// Indices of its pets in [`Carteira::pets`].
    pub(super) pets: Vec<usize>,
    /// Whether it renews an earlier one.
    pub(super) renovacao: bool,
    /// Whether no later one renews it.
    pub(super) ultima: bool,
}

/// Everything that exists before the first acionamento. An id is an index plus 1.
pub(super) struct Carteira {
    pub(super) seguradoras: Vec<Seguradora>,
    pub(super) segurados: Vec<Segurado>,
    pub(super) pets: Vec<Pet>,
    pub(super) apolices: Vec<Apolice>,
}

/// Indices of Marina Duarte, the insured of the documentation, and of her pet Paçoca.
pub(super) const MARINA: usize = 0;
pub(super) const PACOCA: usize = 0;

const SEGURADOS: usize = 600;

/// Pets per person, and the number of persons; with four for each company the total is 900.
const PETS_PER_PERSON: [(usize, usize); 3] = [(1, 376), (2, 160), (3, 52)];
const PETS_PER_COMPANY: usize = 4;

impl Carteira {
    pub(super) fn draw(seed: u64, today: NaiveDate) -> Self {
        let mut people = SeededRng::new(seed, RngStream::Pessoas);
        let mut ids = TaxIds { rng: &mut people, issued: BTreeSet::new() };
        let seguradoras = PESSOAS
            .seguradoras
            .iter()
            .map(|(nome, share)| Seguradora { nome, cnpj: ids.cnpj(false), ativa: *share > 0 })
            .collect();
        let segurados = draw_segurados(&mut people);
        let mut pets = draw_pets(&mut people, today);
        let apolices = draw_apolices(&mut SeededRng::new(seed, RngStream::Apolices), &mut pets, today);
        Self { seguradoras, segurados, pets, apolices }
    }
}

/// Generates unique tax ids with valid check digits.
struct TaxIds<'a> {
    rng: &'a mut SeededRng,
    issued: BTreeSet<String>,
}

impl TaxIds<'_> {
    fn cpf(&mut self) -> String {
        self.issue(|rng| format!("{:09}", rng.between(10_000_000, 999_999_999)))
    }

    /// The CNPJ of a head office; since July 2026 its first characters may be letters.
    fn cnpj(&mut self, alphanumeric: bool) -> String {
        const CHARACTERS: &[u8] = b"0123456789ABCDEFGHJKLMNPRSTUVWXYZ";
        self.issue(|rng| match alphanumeric {
            false => format!("{:08}0001", rng.between(10_000_000, 99_999_999)),
            true => {
                let root: String = (0..7).map(|_| char::from(*rng.pick(CHARACTERS))).collect();
                format!("{root}X0001")
            }
        })
    }

    fn issue(&mut self, draw_base: impl Fn(&mut SeededRng) -> String) -> String {
        loop {
            let base = draw_base(self.rng);
            if let Ok(id) = CpfCnpj::complete(&base)
                && self.issued.insert(id.as_str().to_owned())
            {
                return id.as_str().to_owned();
            }
        }
    }
}

fn draw_segurados(rng: &mut SeededRng) -> Vec<Segurado> {
    let marina = Segurado {
        cpf_cnpj: "52998224725".to_owned(),
        nome: "Marina Duarte".to_owned(),
        email: Some("marina.duarte@correio.example".to_owned()),
        telefone: Some("11987654321".to_owned()),
    };
    let mut names = BTreeSet::from([marina.nome.clone()]);
    let issued = BTreeSet::from([marina.cpf_cnpj.clone()]);
    let mut segurados = vec![marina];
    let mut ids = TaxIds { rng, issued };
    for place in 1..SEGURADOS {
        // Companies and extreme names are spread over the list, so that every page has one.
        let company = (place % 50 == 25).then(|| PESSOAS.empresas.get(place / 50)).flatten();
        let extreme = (place % 80 == 40).then(|| PESSOAS.nomes_extremos.get(place / 80)).flatten();
        let nome = match (company, extreme) {
            (Some(name), _) | (None, Some(name)) => name.clone(),
            (None, None) => draw_name(ids.rng, &mut names),
        };
        let cpf_cnpj = match company {
            Some(_) => ids.cnpj(place / 50 % 5 == 2),
            None => ids.cpf(),
        };
        let email = (!ids.rng.chance(4)).then(|| email_of(ids.rng, &nome, company.is_some()));
        let telefone = (!ids.rng.chance(3)).then(|| draw_telefone(ids.rng));
        segurados.push(Segurado { cpf_cnpj, nome, email, telefone });
    }
    segurados
}

/// A unique full name.
fn draw_name(rng: &mut SeededRng, taken: &mut BTreeSet<String>) -> String {
    loop {
        let given = if rng.chance(55) { &PESSOAS.mulheres } else { &PESSOAS.homens };
        let mut name = rng.pick(given).clone();
        if rng.chance(15) {
            name = format!("{name} {}", rng.pick(given));
        }
        if rng.chance(65) {
            name = format!("{name} {}", rng.pick(&PESSOAS.sobrenomes));
        }
        let link = if rng.chance(18) { "da " } else { "" };
        let last = rng.pick(&PESSOAS.sobrenomes).as_str();
        // "da" goes with few surnames; with the others it would sound wrong.
        let link =
            if matches!(last, "Silva" | "Costa" | "Cunha" | "Rocha" | "Silveira" | "Fonseca") { link } else { "" };
        name = format!("{name} {link}{last}");
        if rng.chance(4) {
            name.push_str(if rng.chance(50) { " Filho" } else { " Neto" });
        }
        let mut words: Vec<&str> = name.split(' ').collect();
        let length = words.len();
        words.sort_unstable();
        words.dedup();
        if words.len() == length && taken.insert(name.clone()) {
            return name;
        }
    }
}

/// An address made of the first and last word of a name.
fn email_of(rng: &mut SeededRng, name: &str, company: bool) -> String {
    // The accents, which are characters of their own then, are left out below.
    let plain: String = name.to_lowercase().nfd().collect();
    let words: Vec<String> = plain
        .split(' ')
        .map(|word| word.chars().filter(char::is_ascii_alphanumeric).collect::<String>())
        .filter(|word| word.len() > 1 && !matches!(word.as_str(), "ltda" | "me" | "ss" | "eireli"))
        .collect();
    let (first, last) = (words.first().map_or("", String::as_str), words.last().map_or("", String::as_str));
    let domain = rng.pick(&PESSOAS.correios);
    match company {
        true => format!("contato.{first}{last}@{domain}"),
        false if rng.chance(40) => format!("{first}.{last}{}@{domain}", rng.between(1, 99)),
        false => format!("{first}.{last}@{domain}"),
    }
}

fn draw_telefone(rng: &mut SeededRng) -> String {
    let (ddd, _) = rng.weighted(&PESSOAS.ddds, |(_, weight)| *weight);
    format!("{ddd}9{}", rng.between(60_000_000, 99_999_999))
}

/// The pets in the order of their tutors. The policies decide on the day of birth, which is
/// `today` until then.
fn draw_pets(rng: &mut SeededRng, today: NaiveDate) -> Vec<Pet> {
    let mut per_person: Vec<usize> =
        PETS_PER_PERSON.iter().flat_map(|(pets, people)| std::iter::repeat_n(*pets, *people)).collect();
    rng.shuffle(&mut per_person);
    // Marina has two, so that the page of a new acionamento offers a choice.
    if let Some(two) = per_person.iter().position(|pets| *pets == 2) {
        per_person.swap(0, two);
    }
    let mut per_person = per_person.into_iter();
    let mut pets = Vec::new();
    for segurado in 0..SEGURADOS {
        let company = segurado % 50 == 25 && segurado / 50 < PESSOAS.empresas.len();
        let count = if company { PETS_PER_COMPANY } else { per_person.next().unwrap_or(1) };
        for _ in 0..count {
            let especie = match company {
                true if segurado / 50 == 5 || segurado / 50 == 11 => Especie::Gato,
                true => Especie::Cao,
                false => rng.weighted(&PETS.especies, |perfil| perfil.peso).especie,
            };
            let femea = rng.chance(50);
            let nome = rng.pick(if femea { &PETS.femeas } else { &PETS.machos });
            pets.push(Pet { segurado, nome, femea, especie, raca: especie.draw_raca(rng), nascimento: today });
        }
    }
    for (place, extremo) in PETS.nomes_extremos.iter().enumerate() {
        let pet = &mut pets[60 + 110 * place];
        (pet.nome, pet.femea) = (&extremo.nome, extremo.femea);
    }
    let pacoca = &mut pets[PACOCA];
    (pacoca.nome, pacoca.femea, pacoca.especie, pacoca.raca) = ("Paçoca", true, Especie::Cao, "Vira-lata");
    let mingau = &mut pets[PACOCA + 1];
    (mingau.nome, mingau.femea, mingau.especie, mingau.raca) = ("Mingau", false, Especie::Gato, "Siamês");
    pets
}

/// For each insured a chain of yearly policies, each renewing the one before, until one is not
/// renewed or has not ended yet.
fn draw_apolices(rng: &mut SeededRng, pets: &mut [Pet], today: NaiveDate) -> Vec<Apolice> {
    let mut apolices = Vec::new();
    for segurado in 0..SEGURADOS {
        let own: Vec<usize> = (0..pets.len()).filter(|pet| pets[*pet].segurado == segurado).collect();
        let start = match segurado {
            MARINA => today - Months::new(20),
            _ => today - TimeDelta::days(draw_age(rng)),
        };
        let chain = draw_chain(rng, segurado, start, today);
        for pet in &own {
            // Some pets come to the family later, and to the policy with its next renewal.
            let joins = if chain.len() > 1 && segurado != MARINA && own.len() > 1 && rng.chance(25) { 1 } else { 0 };
            let age = if segurado == MARINA { 4 * 365 } else { draw_pet_age(rng, pets[*pet].especie) };
            pets[*pet].nascimento = chain[joins].inicio - TimeDelta::days(age);
        }
        // The first policy needs at least one pet.
        let old_enough = chain[0].inicio - YOUNGEST;
        if own.iter().all(|pet| pets[*pet].nascimento > old_enough) {
            pets[own[0]].nascimento = old_enough - Days::new(300);
        }
        for mut apolice in chain {
            let old_enough = apolice.inicio - YOUNGEST;
            apolice.pets = own.iter().copied().filter(|pet| pets[*pet].nascimento <= old_enough).collect();
            apolices.push(apolice);
        }
    }
    apolices.sort_by_key(|apolice| apolice.inicio);
    let mut number = 3_800;
    for apolice in &mut apolices {
        number += rng.between(1, 7);
        apolice.numero = format!("PET-{}-{number:06}", apolice.inicio.year());
    }
    apolices
}

/// The age at which a pet may be insured.
const YOUNGEST: TimeDelta = TimeDelta::days(60);

/// How long ago in days the first policy began: up to three years, more often lately.
fn draw_age(rng: &mut SeededRng) -> i64 {
    let older = rng.between(10, 1_090);
    if rng.chance(35) { older.min(rng.between(10, 1_090)) } else { older }
}

fn draw_pet_age(rng: &mut SeededRng, especie: Especie) -> i64 {
    let oldest = especie.perfil().longevidade * 30;
    // Most are insured young.
    YOUNGEST.num_days() + rng.between(0, oldest).min(rng.between(0, oldest))
}

fn draw_chain(rng: &mut SeededRng, segurado: usize, start: NaiveDate, today: NaiveDate) -> Vec<Apolice> {
    let mut chain: Vec<Apolice> = Vec::new();
    let mut inicio = start;
    let mut seguradora = draw_seguradora(rng, inicio, today);
    loop {
        // Counted from the first day, so that a chain begun on 29 February has no gap.
        let years = u32::try_from(chain.len()).unwrap_or_default() + 1;
        let next = start + Months::new(12 * years);
        let fim = next - Days::new(1);
        chain.push(Apolice {
            numero: String::new(),
            segurado,
            seguradora,
            inicio,
            fim,
            pets: Vec::new(),
            renovacao: !chain.is_empty(),
            ultima: false,
        });
        // One that ends within a month may have been renewed already.
        let renewed = match segurado {
            MARINA => fim < today,
            _ if fim < today => rng.chance(82),
            _ => fim < today + Days::new(30) && rng.chance(30),
        };
        if !renewed {
            break;
        }
        inicio = next;
        let stays = PESSOAS.seguradoras[seguradora].1 > 0 && !rng.chance(10);
        if segurado != MARINA && !stays {
            seguradora = draw_seguradora(rng, inicio, today);
        }
    }
    if let Some(last) = chain.last_mut() {
        last.ultima = true;
    }
    chain
}

/// An insurer that sold policies on that day.
fn draw_seguradora(rng: &mut SeededRng, inicio: NaiveDate, today: NaiveDate) -> usize {
    let sold_by_all = inicio < today - Months::new(15);
    let places: Vec<usize> = (0..PESSOAS.seguradoras.len()).collect();
    *rng.weighted(&places, |place| match PESSOAS.seguradoras[*place].1 {
        0 if sold_by_all => 40,
        share => share,
    })
}
