//! Accidents of dogs and cats.

use super::{
    ANESTESIA, ANTIRRABICA, BIOQUIMICO, CAES, COMUM, CURATIVO, EMERGENCIA, FISIOTERAPIA, FLUIDO, HEMOGRAMA, INTERNACAO,
    MEDICACAO, Ocasiao, Quando, Quem, RADIOGRAFIA, RETORNO, SUTURA, TRANSFUSAO, TRANSPORTE, ULTRASSOM, UTI,
    procedimento,
};
pub(super) const OCASIOES: &[Ocasiao] = &[
    Ocasiao {
        peso: 26,
        urgente: true,
        sempre: &[EMERGENCIA, RADIOGRAFIA],
        talvez: &[
            (ULTRASSOM, 45),
            (procedimento("Imobilização com tala"), 20),
            (TRANSPORTE, 40),
            (SUTURA, 35),
            (MEDICACAO, 60),
            (INTERNACAO, 45),
            (UTI, 22),
            (TRANSFUSAO, 8),
        ],
        relatos: &[
            "Atropelamento em frente de casa. {pet} está consciente, com escoriações.",
            "Queda da janela do terceiro andar; paciente estável, em observação.",
            "{O} {pet} escapou pelo portão e foi atingid{o} por uma moto.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 11,
        urgente: true,
        sempre: &[EMERGENCIA, RADIOGRAFIA, HEMOGRAMA, ANESTESIA, procedimento("Osteossíntese")],
        talvez: &[(INTERNACAO, 85), (FISIOTERAPIA, 35), (TRANSPORTE, 25), (BIOQUIMICO, 50)],
        relatos: &[
            "Fratura de fêmur após queda do sofá; osteossíntese com placa.",
            "Fratura de rádio e ulna. Cirurgia marcada pela {clinica} para o dia seguinte.",
            "Trauma com fratura de bacia; {o} {pet} foi internad{o} para estabilização antes da cirurgia.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 8,
        especies: CAES,
        quem: Quem::Adulto,
        uma_vez: true,
        sempre: &[
            procedimento("Consulta ortopédica"),
            RADIOGRAFIA,
            HEMOGRAMA,
            ANESTESIA,
            procedimento("Correção de ligamento cruzado (TPLO)"),
        ],
        talvez: &[(FISIOTERAPIA, 70), (INTERNACAO, 60), (BIOQUIMICO, 60), (RETORNO, 60)],
        relatos: &[
            "Ruptura de ligamento cruzado no joelho direito, teste de gaveta positivo.",
            "{O} {pet} parou de apoiar a pata traseira depois de correr na praia. Indicada TPLO.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 40,
        urgente: true,
        sempre: &[EMERGENCIA],
        talvez: &[(SUTURA, 55), (CURATIVO, 70), (MEDICACAO, 55), (ANESTESIA, 15), (ANTIRRABICA, 15)],
        relatos: &[
            "Ferida por mordida em briga com outro animal; limpeza e sutura.",
            "{O} {pet} cortou a pata em um caco de vidro no quintal.",
            "Laceração na orelha. Sangramento contido pelo tutor até a {clinica}.",
            "Mordida no pescoço, cão do vizinho sem vacina comprovada.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 18,
        urgente: true,
        sempre: &[EMERGENCIA, RADIOGRAFIA],
        talvez: &[
            (ULTRASSOM, 55),
            (procedimento("Endoscopia digestiva"), 45),
            (ANESTESIA, 45),
            (INTERNACAO, 45),
            (HEMOGRAMA, 60),
        ],
        relatos: &[
            "Engoliu um pedaço de brinquedo de borracha; radiografia confirma objeto no estômago.",
            "Tutor viu {o} {pet} comer uma meia. Vômitos desde então.",
            "Caroço de manga preso no esôfago, retirada por endoscopia.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 8,
        urgente: true,
        sempre: &[
            EMERGENCIA,
            ULTRASSOM,
            HEMOGRAMA,
            ANESTESIA,
            procedimento("Retirada cirúrgica de corpo estranho"),
            INTERNACAO,
        ],
        talvez: &[(RADIOGRAFIA, 70), (BIOQUIMICO, 60), (UTI, 25), (RETORNO, 30)],
        relatos: &[
            "Obstrução intestinal por corpo estranho linear; enterotomia de urgência.",
            "Vômitos há três dias e dor abdominal. Espiga de milho no intestino delgado.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 22,
        urgente: true,
        sempre: &[EMERGENCIA, FLUIDO, MEDICACAO],
        talvez: &[(HEMOGRAMA, 60), (BIOQUIMICO, 65), (INTERNACAO, 50), (UTI, 12), (TRANSPORTE, 15)],
        relatos: &[
            "Intoxicação: {pet} comeu chocolate meio amargo, taquicárdic{o} na chegada.",
            "Ingestão de raticida há menos de duas horas, segundo o tutor.",
            "Lambeu produto de limpeza. Salivação intensa e tremores.",
            "Suspeita de envenenamento por planta do jardim; em observação na {clinica}.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 12,
        especies: CAES,
        quando: Quando::Verao,
        urgente: true,
        sempre: &[EMERGENCIA, FLUIDO],
        talvez: &[(HEMOGRAMA, 60), (BIOQUIMICO, 55), (INTERNACAO, 50), (UTI, 30), (TRANSPORTE, 25)],
        relatos: &[
            "Hipertermia após passeio ao meio-dia; temperatura de 41,2 °C na chegada.",
            "Golpe de calor: {o} {pet} ficou no carro por alguns minutos. Respiração ofegante.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 16,
        quando: Quando::Verao,
        urgente: true,
        sempre: &[EMERGENCIA, MEDICACAO],
        talvez: &[(FLUIDO, 35), (HEMOGRAMA, 25), (INTERNACAO, 10)],
        relatos: &[
            "Picada de abelha no focinho, com inchaço e urticária.",
            "Reação alérgica: rosto inchado uma hora depois de brincar no quintal.",
            "{O} {pet} abocanhou um sapo; salivação intensa, sem convulsões.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 9,
        especies: CAES,
        quando: Quando::Fogos,
        urgente: true,
        sempre: &[EMERGENCIA],
        talvez: &[(SUTURA, 40), (RADIOGRAFIA, 50), (MEDICACAO, 70), (TRANSPORTE, 25), (INTERNACAO, 15)],
        relatos: &[
            "Assustou-se com os fogos e atravessou a porta de vidro; cortes nas patas dianteiras.",
            "Pânico com os fogos de artifício: {o} {pet} fugiu e voltou mancando.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 20,
        quem: Quem::Adulto,
        urgente: true,
        sempre: &[procedimento("Consulta domiciliar")],
        talvez: &[(MEDICACAO, 60), (FLUIDO, 30), (HEMOGRAMA, 30), (TRANSPORTE, 20)],
        relatos: &[
            "Atendimento em casa: tutor sem como transportar {o} {pet}, que não se levanta.",
            "Visita domiciliar por apatia e falta de apetite desde a véspera.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 6,
        quem: Quem::Idoso,
        urgente: true,
        uma_vez: true,
        obito: true,
        sempre: &[procedimento("Cremação individual")],
        talvez: &[(UTI, 45), (EMERGENCIA, 60), (TRANSPORTE, 35)],
        relatos: &[
            "Óbito d{o} {pet}, aos {idade}, após parada cardiorrespiratória. Família optou pela cremação individual.",
            "{pet} não resistiu à insuficiência renal. Assistência funeral solicitada pelo tutor.",
        ],
        ..COMUM
    },
];
