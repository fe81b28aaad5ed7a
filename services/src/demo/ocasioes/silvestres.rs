//! What happens to birds, rabbits, rodents and tortoises.

use super::{
    ANESTESIA, Ave, COMUM, CURATIVO, FEZES, FLUIDO, HEMOGRAMA, INTERNACAO, MEDICACAO, Ocasiao, PEQUENOS_MAMIFEROS,
    Quando, RADIOGRAFIA, Reptil, SILVESTRE, SILVESTRES, procedimento,
};
pub(super) const OCASIOES: &[Ocasiao] = &[
    Ocasiao {
        peso: 60,
        especies: SILVESTRES,
        sempre: &[SILVESTRE],
        talvez: &[(procedimento("Corte terapêutico de unhas e bico"), 35), (FEZES, 45), (HEMOGRAMA, 20)],
        relatos: &[
            "Consulta de rotina d{o} {pet} com especialista em silvestres.",
            "Tutor relata que {o} {pet} está mais quiet{o} e come menos que o normal.",
            "Avaliação preventiva e orientação de manejo na {clinica}.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 45,
        especies: &[Ave],
        quando: Quando::Inverno,
        sempre: &[SILVESTRE],
        talvez: &[
            (RADIOGRAFIA, 40),
            (MEDICACAO, 60),
            (INTERNACAO, 20),
            (procedimento("Corte terapêutico de unhas e bico"), 20),
        ],
        relatos: &[
            "Ave arrepiada, com espirros e fezes líquidas desde a queda da temperatura.",
            "{O} {pet} está arrancando as penas do peito; investigar parasita e estresse.",
            "Crescimento anormal do bico, com dificuldade para descascar sementes.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 50,
        especies: PEQUENOS_MAMIFEROS,
        sempre: &[SILVESTRE],
        talvez: &[(RADIOGRAFIA, 50), (FLUIDO, 45), (MEDICACAO, 55), (ANESTESIA, 15), (INTERNACAO, 18)],
        relatos: &[
            "Parou de comer feno há um dia; suspeita de estase gastrointestinal.",
            "Dentes incisivos muito longos, {pet} não consegue mastigar.",
            "{O} {pet} está com a cabeça inclinada; investigar otite.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 50,
        especies: &[Reptil],
        sempre: &[SILVESTRE],
        talvez: &[(RADIOGRAFIA, 50), (FEZES, 40), (CURATIVO, 25), (MEDICACAO, 35)],
        relatos: &[
            "Casco amolecido, provável deficiência de cálcio; orientada lâmpada UVB.",
            "Secreção nasal e olhos inchados, sem se alimentar há cinco dias.",
        ],
        ..COMUM
    },
];
