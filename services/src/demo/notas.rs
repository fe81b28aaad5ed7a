//! The notes of acionamentos: texts of the opening and of each event.

use super::{carteira::Pet, pessoas::CLINICAS, seeded_rng::SeededRng};

/// Values of a text's placeholders.
pub(super) struct Contexto<'a> {
    pub(super) pet: &'a Pet,
    pub(super) idade_meses: i64,
    pub(super) clinica: &'static str,
}

impl Contexto<'_> {
    pub(super) fn tell(&self, text: &str) -> String {
        let (lower, upper) = if self.pet.femea { ("a", "A") } else { ("o", "O") };
        text.replace("{pet}", self.pet.nome)
            .replace("{o}", lower)
            .replace("{O}", upper)
            .replace("{idade}", &idade(self.idade_meses))
            .replace("{clinica}", self.clinica)
    }
}

fn idade(months: i64) -> String {
    match (months / 12, months) {
        (0, ..=1) => "pouco mais de um mês".to_owned(),
        (0, months) => format!("{months} meses"),
        (1, _) => "1 ano".to_owned(),
        (years, _) => format!("{years} anos"),
    }
}

pub(super) fn draw_clinica(rng: &mut SeededRng) -> &'static str {
    rng.pick(CLINICAS)
}

pub(super) const ABERTURA: &[&str] = &[
    "Aberto por telefone a pedido do tutor.",
    "Pedido recebido pelo WhatsApp, com fotos.",
    "Solicitação enviada pela {clinica}.",
    "Pedido recebido por e-mail com a carteira de vacinação.",
    "Clínica credenciada ligou para abrir o atendimento.",
];

pub(super) const ANALISE: &[&str] = &[
    "Documentos recebidos: relatório clínico e orçamento.",
    "Encaminhado à auditoria veterinária.",
    "Conferência de cobertura em andamento.",
    "Laudo solicitado à {clinica}.",
    "Orçamento recebido; conferindo valores de referência.",
    "Aguardando carteira de vacinação d{o} {pet}.",
];

pub(super) const ANALISE_CIRURGIA: &[&str] = &[
    "Pedido cirúrgico em análise; solicitados exames pré-operatórios.",
    "Auditoria veterinária avaliando a indicação da cirurgia.",
    "Orçamento cirúrgico da {clinica} em conferência.",
];

pub(super) const REANALISE: &[&str] = &[
    "Reanálise iniciada com os novos documentos.",
    "Pedido de reanálise encaminhado a outro auditor.",
    "Documentação complementar em conferência.",
];

pub(super) const AUTORIZACAO: &[&str] = &[
    "Autorizado conforme as condições gerais da apólice.",
    "Cobertura confirmada. Senha enviada à {clinica}.",
    "Procedimentos compatíveis com o quadro clínico; autorizado.",
    "Autorizado no valor do orçamento.",
];

pub(super) const AUTORIZACAO_INTERNACAO: &[&str] = &[
    "Internação autorizada; prorrogação depende de novo relatório.",
    "Autorizadas as diárias informadas no relatório da {clinica}.",
];

pub(super) const FATURAMENTO: &[&str] = &[
    "Nota fiscal conferida e incluída no fechamento.",
    "Faturado no lote semanal da {clinica}.",
    "Nota fiscal recebida sem divergências.",
    "Valores conferidos com o autorizado; enviado para pagamento.",
];

pub(super) const NEGATIVA: &[&str] = &[
    "Condição preexistente declarada na contratação.",
    "Limite anual de eventos desta cobertura já utilizado.",
    "Documentação não enviada dentro do prazo.",
    "Relatório clínico não justifica os procedimentos solicitados.",
    "Atendimento em clínica fora da rede sem autorização prévia.",
];

pub(super) const NEGATIVA_CARENCIA: &[&str] = &[
    "Evento dentro do período de carência da apólice.",
    "Carência de 60 dias ainda não cumprida para esta cobertura.",
];

pub(super) const NEGATIVA_PREVENCAO: &[&str] = &[
    "Procedimento preventivo não coberto pelo plano contratado.",
    "Limite anual de vacinas e consultas preventivas atingido.",
];

pub(super) const NEGATIVA_CASTRACAO_DENTE: &[&str] =
    &["Procedimento eletivo excluído da cobertura.", "Cobertura odontológica e eletiva não contratada nesta apólice."];

pub(super) const CANCELAMENTO: &[&str] = &[
    "Tutor desistiu do atendimento.",
    "Aberto em duplicidade.",
    "{O} {pet} melhorou e o tutor preferiu não seguir com os exames.",
    "Atendimento remarcado; novo pedido será feito na data.",
    "Cancelado a pedido da {clinica}, que não realizou o procedimento.",
];

pub(super) const REABERTURA_NEGADO: &[&str] = &[
    "Tutor apresentou laudo que afasta a doença preexistente; solicita reanálise.",
    "Recurso do tutor: relatório complementar da {clinica} em anexo.",
    "Carteira de vacinação e exames enviados depois da negativa; reanalisar.",
    "Contestação da negativa recebida pela ouvidoria.",
];

pub(super) const REABERTURA_CANCELADO: &[&str] = &[
    "Cancelado por engano; o tutor confirma que {o} {pet} foi atendid{o}.",
    "Clínica informa que o procedimento foi realizado. Reabrir para análise.",
];

pub(super) const REABERTURA_FATURADO: &[&str] = &[
    "Nota fiscal complementar da {clinica}: faltou incluir parte do atendimento.",
    "Valor pago divergente da nota fiscal; revisão solicitada pelo tutor.",
    "Quadro voltou após a alta; continuação do mesmo tratamento d{o} {pet}.",
];
