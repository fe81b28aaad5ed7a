//! The occasions (`ocasiões`) on which acionamentos are opened. Each determines procedures, note and season.

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
    /// Notes of the clinic or the tutor.
    pub(super) relatos: &'static [&'static str],
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

/// In the notes, `{pet}` is the pet's name, `{o}` the article or ending of its sex, `{O}` the same
/// in upper case, `{idade}` its age and `{clinica}` the clinic.
pub(super) const OCASIOES: &[Ocasiao] = &[
    // Routine.
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
    // Illness.
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
    // Accidents.
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
    // Birds, rabbits, rodents, tortoises.
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
