//! The procedures, by category, with their reference values.

/// A procedure; its id is its index in [`PROCEDIMENTOS`], from 1.
pub(super) struct Procedimento {
    pub(super) descricao: &'static str,
    pub(super) categoria: &'static str,
    /// Reference value in whole BRL.
    pub(super) referencia: i64,
    /// The most that one acionamento has of it.
    pub(super) maximo: i64,
    pub(super) ativo: bool,
}

const fn ativo(categoria: &'static str, descricao: &'static str, referencia: i64, maximo: i64) -> Procedimento {
    Procedimento { descricao, categoria, referencia, maximo, ativo: true }
}

/// No longer covered: no acionamento has it.
const fn inativo(categoria: &'static str, descricao: &'static str, referencia: i64) -> Procedimento {
    Procedimento { descricao, categoria, referencia, maximo: 1, ativo: false }
}

/// The index of a procedure in [`PROCEDIMENTOS`]. In a constant, a name that is not there or not
/// active does not compile.
pub(super) const fn procedimento(descricao: &str) -> usize {
    let mut at = 0;
    while at < PROCEDIMENTOS.len() {
        if same(PROCEDIMENTOS[at].descricao.as_bytes(), descricao.as_bytes()) {
            assert!(PROCEDIMENTOS[at].ativo, "an acionamento has active procedures only");
            return at;
        }
        at += 1;
    }
    panic!("no such procedure")
}

/// `==` of two texts, which constants do not have yet.
const fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

const CONSULTAS: &str = "Consultas";
const PREVENCAO: &str = "Prevenção";
const LABORATORIO: &str = "Exames laboratoriais";
const IMAGEM: &str = "Diagnóstico por imagem";
const AMBULATORIO: &str = "Procedimentos ambulatoriais";
const CIRURGIA: &str = "Anestesia e cirurgia";
const INTERNACAO: &str = "Internação";
const ODONTOLOGIA: &str = "Odontologia";
const REABILITACAO: &str = "Reabilitação";
const ASSISTENCIA: &str = "Assistência ao tutor";

pub(super) const PROCEDIMENTOS: [Procedimento; 63] = [
    ativo(CONSULTAS, "Consulta clínica geral", 180, 1),
    ativo(CONSULTAS, "Consulta de retorno", 90, 1),
    ativo(CONSULTAS, "Consulta de emergência", 320, 1),
    ativo(CONSULTAS, "Consulta domiciliar", 290, 1),
    ativo(CONSULTAS, "Consulta dermatológica", 280, 1),
    ativo(CONSULTAS, "Consulta ortopédica", 320, 1),
    ativo(CONSULTAS, "Consulta cardiológica", 320, 1),
    ativo(CONSULTAS, "Consulta oftalmológica", 310, 1),
    ativo(CONSULTAS, "Consulta oncológica", 350, 1),
    ativo(CONSULTAS, "Consulta de animais silvestres e exóticos", 260, 1),
    ativo(PREVENCAO, "Vacina polivalente canina (V10)", 120, 1),
    ativo(PREVENCAO, "Vacina quádrupla felina (V4)", 135, 1),
    ativo(PREVENCAO, "Vacina antirrábica", 80, 1),
    ativo(PREVENCAO, "Vacina contra gripe canina", 110, 1),
    inativo(PREVENCAO, "Vacina contra leishmaniose", 190),
    ativo(PREVENCAO, "Vermifugação", 65, 1),
    ativo(PREVENCAO, "Controle de ectoparasitas", 115, 1),
    ativo(PREVENCAO, "Microchipagem", 140, 1),
    ativo(LABORATORIO, "Hemograma completo", 75, 2),
    ativo(LABORATORIO, "Perfil bioquímico renal e hepático", 140, 2),
    ativo(LABORATORIO, "Urinálise", 60, 1),
    ativo(LABORATORIO, "Parasitológico de fezes", 55, 1),
    ativo(LABORATORIO, "Teste rápido FIV/FeLV", 160, 1),
    ativo(LABORATORIO, "Teste rápido para parvovirose e cinomose", 150, 1),
    ativo(LABORATORIO, "Sorologia para leishmaniose", 150, 1),
    ativo(LABORATORIO, "Pesquisa de hemoparasitas", 95, 1),
    ativo(LABORATORIO, "Cultura e antibiograma", 190, 1),
    ativo(LABORATORIO, "Citologia", 130, 2),
    ativo(LABORATORIO, "Exame histopatológico", 260, 2),
    ativo(LABORATORIO, "Raspado de pele", 70, 1),
    ativo(LABORATORIO, "Dosagem hormonal (T4 e cortisol)", 220, 1),
    ativo(IMAGEM, "Radiografia (duas projeções)", 190, 2),
    ativo(IMAGEM, "Ultrassonografia abdominal", 320, 1),
    ativo(IMAGEM, "Ecocardiograma", 420, 1),
    ativo(IMAGEM, "Endoscopia digestiva", 1_250, 1),
    ativo(IMAGEM, "Tomografia computadorizada", 1_450, 1),
    ativo(IMAGEM, "Ressonância magnética", 2_600, 1),
    ativo(AMBULATORIO, "Curativo e limpeza de ferida", 95, 5),
    ativo(AMBULATORIO, "Sutura de pele", 280, 1),
    ativo(AMBULATORIO, "Fluidoterapia", 150, 3),
    ativo(AMBULATORIO, "Medicação injetável", 60, 5),
    ativo(AMBULATORIO, "Lavagem otológica", 130, 2),
    ativo(AMBULATORIO, "Sondagem uretral", 290, 1),
    ativo(AMBULATORIO, "Imobilização com tala", 240, 1),
    ativo(AMBULATORIO, "Corte terapêutico de unhas e bico", 85, 1),
    ativo(AMBULATORIO, "Transfusão de sangue", 980, 2),
    ativo(AMBULATORIO, "Sessão de quimioterapia", 780, 4),
    ativo(CIRURGIA, "Anestesia inalatória", 650, 1),
    ativo(CIRURGIA, "Castração", 690, 1),
    ativo(CIRURGIA, "Osteossíntese", 4_200, 1),
    ativo(CIRURGIA, "Correção de ligamento cruzado (TPLO)", 5_800, 1),
    ativo(CIRURGIA, "Retirada cirúrgica de corpo estranho", 3_200, 1),
    ativo(CIRURGIA, "Ovário-histerectomia terapêutica", 2_400, 1),
    ativo(CIRURGIA, "Retirada de nódulo", 1_300, 2),
    ativo(INTERNACAO, "Diária de internação", 380, 7),
    ativo(INTERNACAO, "Diária de UTI", 950, 6),
    ativo(ODONTOLOGIA, "Limpeza dentária (tartarectomia)", 620, 1),
    ativo(ODONTOLOGIA, "Extração dentária", 180, 6),
    ativo(REABILITACAO, "Sessão de fisioterapia", 130, 10),
    inativo(REABILITACAO, "Sessão de hidroterapia", 170),
    ativo(ASSISTENCIA, "Transporte emergencial", 160, 1),
    ativo(ASSISTENCIA, "Cremação individual", 780, 1),
    inativo(ASSISTENCIA, "Hospedagem do pet por internação do tutor", 120),
];
