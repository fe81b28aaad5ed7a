//! Species, breeds and names of pets.

use super::seeded_rng::SeededRng;

/// The species that the company insures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Especie {
    Cao,
    Gato,
    Ave,
    Coelho,
    Roedor,
    Reptil,
}

impl Especie {
    pub(super) fn nome(self) -> &'static str {
        match self {
            Self::Cao => "Cão",
            Self::Gato => "Gato",
            Self::Ave => "Ave",
            Self::Coelho => "Coelho",
            Self::Roedor => "Roedor",
            Self::Reptil => "Réptil",
        }
    }

    /// The breeds of the species, each with how common it is.
    fn racas(self) -> &'static [(&'static str, u64)] {
        match self {
            Self::Cao => CAES,
            Self::Gato => GATOS,
            Self::Ave => AVES,
            Self::Coelho => COELHOS,
            Self::Roedor => ROEDORES,
            Self::Reptil => REPTEIS,
        }
    }

    pub(super) fn draw_raca(self, rng: &mut SeededRng) -> &'static str {
        rng.weighted(self.racas(), |(_, weight)| *weight).0
    }

    /// The age in months up to which pets of the species are usually insured.
    pub(super) fn longevidade(self) -> i64 {
        match self {
            Self::Cao => 150,
            Self::Gato => 170,
            Self::Ave => 140,
            Self::Coelho => 80,
            Self::Roedor => 30,
            Self::Reptil => 300,
        }
    }
}

pub(super) const ESPECIES: &[(Especie, u64)] = &[
    (Especie::Cao, 590),
    (Especie::Gato, 320),
    (Especie::Ave, 36),
    (Especie::Coelho, 27),
    (Especie::Roedor, 17),
    (Especie::Reptil, 10),
];

const CAES: &[(&str, u64)] = &[
    ("Vira-lata", 300),
    ("Shih Tzu", 95),
    ("Yorkshire Terrier", 60),
    ("Spitz Alemão", 60),
    ("Poodle", 55),
    ("Lhasa Apso", 50),
    ("Golden Retriever", 50),
    ("Labrador Retriever", 45),
    ("Buldogue Francês", 45),
    ("Pinscher", 40),
    ("Dachshund", 35),
    ("Maltês", 35),
    ("Pug", 30),
    ("Border Collie", 30),
    ("Pastor Alemão", 28),
    ("Beagle", 20),
    ("Rottweiler", 15),
    ("Husky Siberiano", 14),
    ("Chihuahua", 14),
    ("Schnauzer Miniatura", 12),
    ("Boxer", 10),
    ("Dálmata", 6),
    ("Fila Brasileiro", 6),
    ("Boiadeiro Australiano", 5),
];

const GATOS: &[(&str, u64)] = &[
    ("Sem raça definida", 300),
    ("Siamês", 70),
    ("Persa", 60),
    ("Maine Coon", 30),
    ("Angorá", 20),
    ("British Shorthair", 14),
    ("Ragdoll", 14),
    ("Bengal", 10),
    ("Sphynx", 8),
];

const AVES: &[(&str, u64)] = &[
    ("Calopsita", 50),
    ("Periquito-australiano", 25),
    ("Papagaio-verdadeiro", 15),
    ("Agapórnis", 12),
    ("Canário-belga", 12),
    ("Ring Neck", 5),
];

const COELHOS: &[(&str, u64)] =
    &[("Mini Lop", 30), ("Anão Holandês", 25), ("Lionhead", 20), ("Rex", 8), ("Nova Zelândia", 6)];

const ROEDORES: &[(&str, u64)] =
    &[("Porquinho-da-índia", 40), ("Hamster Sírio", 25), ("Chinchila", 20), ("Hamster Anão Russo", 10)];

const REPTEIS: &[(&str, u64)] = &[("Jabuti-piranga", 60), ("Tigre-d'água", 25), ("Gecko-leopardo", 10)];

#[rustfmt::skip] // One a line would be pages.
pub(super) const MACHOS: &[&str] = &[
    "Thor", "Bob", "Fred", "Billy", "Theo", "Simba", "Max", "Luke", "Zeca", "Bidu", "Scooby", "Marley", "Toby",
    "Zeus", "Ozzy", "Pingo", "Chico", "Nino", "Romeu", "Tobias", "Bento", "Apolo", "Tom", "Frajola", "Garfield",
    "Mingau", "Salem", "Oliver", "Pudim", "Churros", "Brigadeiro", "Feijão", "Biscoito", "Paçoquinha", "Amendoim",
    "Quindim", "Café", "Dengo", "Sansão", "Rex", "Duque", "Barão", "Bolinha", "Floquinho", "Negão", "Caramelo",
    "Cheddar", "Panqueca", "Picolé", "Tapioca", "Guaraná", "Joca", "Valente", "Faísca", "Trovão", "Lampião", "Zé",
    "Gohan", "Loki", "Sheik", "Bartô", "Chopp", "Jorginho", "Nescau", "Tufão", "Zorro", "Pipoco", "Farofa", "Sushi",
    "Batata",
];

#[rustfmt::skip] // One a line would be pages.
pub(super) const FEMEAS: &[&str] = &[
    "Mel", "Luna", "Nina", "Belinha", "Amora", "Lola", "Maya", "Meg", "Princesa", "Julie", "Pandora", "Frida",
    "Kiara", "Bela", "Malu", "Cacau", "Pipoca", "Jujuba", "Paçoca", "Canjica", "Cocada", "Tapioquinha", "Rapadura",
    "Pitanga", "Jabuticaba", "Açaí", "Aurora", "Estrela", "Sol", "Lua", "Mia", "Minerva", "Cleópatra", "Nala",
    "Safira", "Duda", "Dalila", "Tieta", "Gabriela", "Capitu", "Iracema", "Filó", "Chiquinha", "Magali", "Mônica",
    "Zuzu", "Lilica", "Pérola", "Gaia", "Hera", "Athena", "Moana", "Elza", "Maria Bonita", "Pretinha", "Branquinha",
    "Pintada", "Sofia", "Teca", "Nutella", "Kika", "Bibi", "Xuxa", "Mimi", "Olívia", "Tulipa", "Margarida",
    "Violeta",
];

/// Very long and very short names, to test page layouts.
pub(super) const NOMES_EXTREMOS: &[(&str, bool)] = &[
    ("Sir Bartolomeu Fofucho de Alcântara e Bragança III", false),
    ("Princesa Leopoldina Carolina Josefa da Pipoca Doce", true),
    ("Dom Pedro de Todos os Petiscos do Sertão do Cariri", false),
    ("Maria Antonieta Felpuda do Sofá da Sala de Estar", true),
    ("Bo", false),
    ("Ió", true),
    ("Capitão Supercalifragilisticexpialidocious", false),
];
