//! Illness of dogs and cats.

use super::{
    ANESTESIA, BIOQUIMICO, CAES, CAES_E_GATOS, CITOLOGIA, COMUM, CONSULTA, CURATIVO, EMERGENCIA, FEZES, FISIOTERAPIA,
    FLUIDO, GATOS, HEMOGRAMA, HISTOPATOLOGICO, INTERNACAO, MEDICACAO, Ocasiao, Quando, Quem, RADIOGRAFIA, RETORNO,
    TRANSFUSAO, ULTRASSOM, URINALISE, UTI, procedimento,
};
pub(super) const OCASIOES: &[Ocasiao] = &[
    Ocasiao {
        peso: 95,
        quando: Quando::Verao,
        sempre: &[CONSULTA],
        talvez: &[(HEMOGRAMA, 65), (FLUIDO, 50), (MEDICACAO, 60), (FEZES, 40), (ULTRASSOM, 25), (INTERNACAO, 14)],
        relatos: &[
            "Vômito e diarreia há dois dias. {pet} está apátic{o} e come pouco.",
            "Quadro de gastroenterite após troca de ração; {o} {pet} está levemente desidratad{o}.",
            "Tutor relata diarreia com muco desde ontem à noite. Sem febre na avaliação.",
            "Gastroenterite aguda. {O} {pet} mexeu no lixo da casa durante um churrasco.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 62,
        especies: CAES,
        quando: Quando::Verao,
        sempre: &[CONSULTA, procedimento("Lavagem otológica")],
        talvez: &[(CITOLOGIA, 50), (procedimento("Cultura e antibiograma"), 20), (MEDICACAO, 25), (RETORNO, 30)],
        relatos: &[
            "Otite externa: {pet} coça a orelha direita e balança a cabeça.",
            "Otite recorrente depois de banhos de piscina. Secreção escura nas duas orelhas.",
            "Tutor notou mau cheiro nos ouvidos d{o} {pet}.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 70,
        especies: CAES_E_GATOS,
        quando: Quando::Verao,
        sempre: &[procedimento("Consulta dermatológica")],
        talvez: &[
            (procedimento("Raspado de pele"), 60),
            (CITOLOGIA, 40),
            (procedimento("Controle de ectoparasitas"), 55),
            (MEDICACAO, 30),
            (procedimento("Cultura e antibiograma"), 15),
        ],
        relatos: &[
            "Prurido intenso há uma semana, com falhas no pelo nas costas.",
            "Dermatite alérgica à picada de pulgas. {O} {pet} se lambe o dia todo.",
            "Lesões circulares no focinho; suspeita de fungo.",
            "Dermatite úmida aguda no pescoço d{o} {pet}, pior com o calor.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 30,
        especies: CAES,
        quando: Quando::Verao,
        sempre: &[CONSULTA, HEMOGRAMA, procedimento("Pesquisa de hemoparasitas")],
        talvez: &[(BIOQUIMICO, 60), (MEDICACAO, 50), (INTERNACAO, 22), (TRANSFUSAO, 10), (ULTRASSOM, 25)],
        relatos: &[
            "Suspeita de erliquiose: febre, apatia e carrapatos encontrados após viagem ao sítio.",
            "Hemograma com plaquetas baixas. {O} {pet} teve carrapatos no mês passado.",
            "Controle de hemoparasitose em tratamento, ainda com gengivas pálidas.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 12,
        especies: CAES,
        quando: Quando::Verao,
        sempre: &[CONSULTA, procedimento("Sorologia para leishmaniose"), HEMOGRAMA],
        talvez: &[(BIOQUIMICO, 70), (CITOLOGIA, 35)],
        relatos: &[
            "Emagrecimento e lesões na ponta das orelhas; família mora em área endêmica de leishmaniose.",
            "Sorologia solicitada pela {clinica} por feridas que não cicatrizam.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 38,
        especies: CAES,
        quando: Quando::Inverno,
        sempre: &[CONSULTA],
        talvez: &[(RADIOGRAFIA, 45), (HEMOGRAMA, 50), (MEDICACAO, 45), (INTERNACAO, 6)],
        relatos: &[
            "Tosse seca há cinco dias, pior à noite. {pet} frequenta creche canina.",
            "Suspeita de tosse dos canis após hospedagem. Sem febre.",
            "Secreção nasal e espirros desde a frente fria; {o} {pet} continua comendo.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 40,
        especies: GATOS,
        quando: Quando::Inverno,
        sempre: &[CONSULTA],
        talvez: &[(HEMOGRAMA, 55), (procedimento("Teste rápido FIV/FeLV"), 35), (MEDICACAO, 50), (INTERNACAO, 8)],
        relatos: &[
            "Rinotraqueíte: espirros, olhos lacrimejando e pouco apetite.",
            "{O} {pet} está com o nariz congestionado e não quer comer há um dia.",
            "Complexo respiratório felino, segundo episódio no ano.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 40,
        especies: CAES,
        quem: Quem::Filhote,
        urgente: true,
        sempre: &[EMERGENCIA, procedimento("Teste rápido para parvovirose e cinomose"), HEMOGRAMA, FLUIDO, INTERNACAO],
        talvez: &[(MEDICACAO, 80), (UTI, 25), (TRANSFUSAO, 12), (FEZES, 30)],
        relatos: &[
            "Filhote de {idade} com diarreia com sangue e prostração; teste positivo para parvovirose.",
            "Suspeita de parvovirose, vacinação incompleta. {pet} foi para o isolamento.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 34,
        especies: GATOS,
        quem: Quem::Adulto,
        urgente: true,
        sempre: &[EMERGENCIA, procedimento("Sondagem uretral"), URINALISE],
        talvez: &[(ULTRASSOM, 60), (BIOQUIMICO, 70), (INTERNACAO, 55), (ANESTESIA, 35), (UTI, 8)],
        relatos: &[
            "Vai à caixa de areia muitas vezes e não consegue urinar desde a manhã.",
            "Obstrução uretral. {O} {pet} chegou com a bexiga distendida e dor à palpação.",
            "Cistite com obstrução parcial, segundo a {clinica}; desobstrução sob sedação.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 30,
        especies: GATOS,
        quem: Quem::Idoso,
        sempre: &[CONSULTA, BIOQUIMICO, URINALISE],
        talvez: &[(HEMOGRAMA, 70), (FLUIDO, 65), (ULTRASSOM, 40), (INTERNACAO, 15)],
        relatos: &[
            "Doença renal crônica em acompanhamento; fluidoterapia semanal d{o} {pet}.",
            "Perda de peso e muita sede. Creatinina acima da referência.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 26,
        quem: Quem::Idoso,
        sempre: &[procedimento("Consulta cardiológica"), procedimento("Ecocardiograma")],
        talvez: &[(RADIOGRAFIA, 50), (BIOQUIMICO, 40), (HEMOGRAMA, 30)],
        relatos: &[
            "Sopro cardíaco identificado em consulta de rotina; {pet} cansa com facilidade.",
            "Acompanhamento de valvopatia, com ajuste da medicação.",
            "Tosse noturna e cansaço. Ecocardiograma solicitado pela {clinica}.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 24,
        sempre: &[procedimento("Consulta oftalmológica")],
        talvez: &[(MEDICACAO, 35), (RETORNO, 45), (CURATIVO, 10)],
        relatos: &[
            "Olho esquerdo vermelho e lacrimejando; teste de fluoresceína positivo.",
            "Úlcera de córnea superficial. {O} {pet} deve usar colar elizabetano.",
            "Conjuntivite há três dias, sem melhora com limpeza.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 24,
        quem: Quem::Adulto,
        uma_vez: true,
        sempre: &[procedimento("Limpeza dentária (tartarectomia)"), ANESTESIA, HEMOGRAMA],
        talvez: &[(procedimento("Extração dentária"), 45), (BIOQUIMICO, 60), (RADIOGRAFIA, 15)],
        relatos: &[
            "Tártaro avançado e mau hálito; {o} {pet} parou de comer ração seca.",
            "Tratamento periodontal com extrações, indicado pela {clinica}.",
            "Gengivite intensa. Limpeza sob anestesia, exames prévios normais.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 20,
        quem: Quem::Idoso,
        sempre: &[procedimento("Consulta oncológica"), CITOLOGIA],
        talvez: &[
            (procedimento("Retirada de nódulo"), 55),
            (ANESTESIA, 50),
            (HISTOPATOLOGICO, 60),
            (RADIOGRAFIA, 45),
            (ULTRASSOM, 40),
            (HEMOGRAMA, 60),
        ],
        relatos: &[
            "Nódulo de crescimento rápido no flanco d{o} {pet}; citologia inconclusiva.",
            "Nódulo mamário de dois centímetros, retirada com margem e envio ao laboratório.",
            "Massa na região do pescoço percebida durante a escovação.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 9,
        quem: Quem::Idoso,
        sempre: &[procedimento("Sessão de quimioterapia"), HEMOGRAMA],
        talvez: &[(procedimento("Consulta oncológica"), 60), (BIOQUIMICO, 50), (FLUIDO, 30)],
        relatos: &[
            "Linfoma em protocolo de quimioterapia, sessão conforme cronograma.",
            "Continuação do tratamento oncológico d{o} {pet}; hemograma liberou a sessão.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 34,
        especies: CAES,
        quem: Quem::Idoso,
        quando: Quando::Inverno,
        sempre: &[procedimento("Consulta ortopédica"), RADIOGRAFIA],
        talvez: &[(FISIOTERAPIA, 45), (MEDICACAO, 40)],
        relatos: &[
            "Dificuldade para levantar nos dias frios; artrose de quadril conhecida.",
            "{O} {pet}, de {idade}, manca da pata traseira e evita a escada.",
            "Dor lombar. Indicadas sessões de fisioterapia na {clinica}.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 8,
        quem: Quem::Adulto,
        urgente: true,
        sempre: &[EMERGENCIA, HEMOGRAMA, BIOQUIMICO],
        talvez: &[
            (procedimento("Ressonância magnética"), 30),
            (procedimento("Tomografia computadorizada"), 35),
            (ANESTESIA, 40),
            (UTI, 35),
            (INTERNACAO, 45),
        ],
        relatos: &[
            "Convulsão de cerca de dois minutos, a segunda em 24 horas.",
            "Perda súbita dos movimentos das patas traseiras; suspeita de hérnia de disco.",
            "Crise convulsiva em casa. {O} {pet} chegou desorientad{o} à {clinica}.",
        ],
        ..COMUM
    },
    Ocasiao {
        peso: 12,
        quem: Quem::Femea,
        urgente: true,
        uma_vez: true,
        sempre: &[
            EMERGENCIA,
            ULTRASSOM,
            HEMOGRAMA,
            ANESTESIA,
            procedimento("Ovário-histerectomia terapêutica"),
            INTERNACAO,
        ],
        talvez: &[(BIOQUIMICO, 80), (UTI, 20), (HISTOPATOLOGICO, 25)],
        relatos: &[
            "Piometra confirmada no ultrassom; cirurgia de urgência na {clinica}.",
            "Secreção vaginal, febre e apatia duas semanas após o cio. Indicada cirurgia imediata.",
        ],
        ..COMUM
    },
];
