//! Routine: no illness, no accident.

use super::{
    ANESTESIA, ANTIRRABICA, BIOQUIMICO, CAES, CAES_E_GATOS, COMUM, CONSULTA, CURATIVO, FEZES, GATOS, HEMOGRAMA,
    MEDICACAO, Ocasiao, Quem, RETORNO, ULTRASSOM, URINALISE, VERMIFUGO, procedimento,
};
pub(super) const OCASIOES: &[Ocasiao] = &[
    Ocasiao {
        peso: 90,
        especies: CAES,
        sempre: &[CONSULTA, procedimento("Vacina polivalente canina (V10)")],
        talvez: &[(ANTIRRABICA, 70), (procedimento("Vacina contra gripe canina"), 35), (VERMIFUGO, 40)],
        relatos: &[
            "Reforço anual das vacinas d{o} {pet}.",
            "Vacinação de rotina na {clinica}; {pet} está clinicamente bem.",
            "Consulta preventiva e vacinas em dia conforme o calendário. Sem queixas do tutor.",
            "{O} {pet} ({idade}) veio para o check-up anual e as vacinas.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 80,
        especies: GATOS,
        sempre: &[CONSULTA, procedimento("Vacina quádrupla felina (V4)")],
        talvez: &[(ANTIRRABICA, 65), (VERMIFUGO, 40), (procedimento("Teste rápido FIV/FeLV"), 15)],
        relatos: &[
            "Vacinação anual d{o} {pet}, sem queixas.",
            "Reforço da V4. Tutor relata que {o} {pet} come e brinca normalmente.",
            "Consulta preventiva felina na {clinica}, com vacinas do calendário.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 110,
        especies: CAES_E_GATOS,
        quem: Quem::Filhote,
        sempre: &[CONSULTA, VERMIFUGO],
        talvez: &[(FEZES, 45), (procedimento("Microchipagem"), 30), (ANTIRRABICA, 30)],
        relatos: &[
            "Primeira consulta d{o} {pet}, com {idade}: orientação alimentar e vermifugação.",
            "Filhote com {idade}; segunda dose do protocolo de vermifugação.",
            "Avaliação de filhote. {O} {pet} está ganhando peso dentro do esperado.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 26,
        quem: Quem::Adulto,
        uma_vez: true,
        sempre: &[procedimento("Castração"), ANESTESIA, HEMOGRAMA],
        talvez: &[(BIOQUIMICO, 60), (RETORNO, 70), (MEDICACAO, 40)],
        relatos: &[
            "Castração eletiva d{o} {pet}. Exames pré-operatórios sem alterações.",
            "Procedimento de castração agendado na {clinica}; retorno em dez dias para retirada dos pontos.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 55,
        sempre: &[RETORNO],
        talvez: &[(HEMOGRAMA, 40), (MEDICACAO, 20), (CURATIVO, 15)],
        relatos: &[
            "Retorno para reavaliação d{o} {pet}; tutor relata melhora.",
            "Reavaliação após tratamento. Repetir hemograma se persistir a apatia.",
            "Retorno programado na {clinica}, ferida cicatrizando bem.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 42,
        quem: Quem::Idoso,
        sempre: &[CONSULTA, HEMOGRAMA, BIOQUIMICO],
        talvez: &[(URINALISE, 60), (ULTRASSOM, 35), (procedimento("Dosagem hormonal (T4 e cortisol)"), 25)],
        relatos: &[
            "Check-up geriátrico: {pet} tem {idade} e bebe mais água que o habitual.",
            "Avaliação de rotina d{o} {pet}, idos{o} de {idade}, sem queixa específica.",
            "Controle semestral de paciente geriátrico, com função renal no limite superior.",
        ],
        ..COMUM
    },
];
