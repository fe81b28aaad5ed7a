//! The names of people and companies. All are invented; e-mail addresses end in a reserved domain.

/// The insurers, each with its share of the new policies. One without a share has stopped selling.
pub(super) const SEGURADORAS: &[(&str, u64)] = &[
    ("Araucária Seguros", 190),
    ("Ipê Amarelo Seguradora", 150),
    ("Jequitibá Seguros Gerais", 130),
    ("Mandacaru Companhia de Seguros", 95),
    ("Vitória-Régia Seguradora", 85),
    ("Serra do Luar Seguros", 70),
    ("Sabiá-Laranjeira Proteção Pet", 65),
    ("Guará Vermelho Seguradora", 55),
    ("Buritizal Vida e Previdência", 45),
    ("Caravela do Sul Seguros", 40),
    ("Farol das Pedras Seguros", 35),
    ("Companhia de Seguros Estrela do Planalto Central e do Cerrado", 25),
    ("Pantaneira Seguros Rurais", 0),
    ("Igarapé Seguros", 0),
];

#[rustfmt::skip] // One a line would be pages.
pub(super) const MULHERES: &[&str] = &[
    "Adriana", "Alessandra", "Aline", "Amanda", "Ana", "Beatriz", "Bianca", "Bruna", "Camila", "Carla", "Carolina",
    "Cecília", "Cláudia", "Cristiane", "Daniela", "Débora", "Elaine", "Eliane", "Fernanda", "Flávia", "Gabriela",
    "Giovana", "Helena", "Heloísa", "Isabela", "Ivone", "Jaqueline", "Joana", "Júlia", "Juliana", "Karina",
    "Larissa", "Laura", "Letícia", "Lívia", "Lorena", "Luciana", "Luíza", "Marcela", "Márcia", "Maria", "Mariana",
    "Mônica", "Natália", "Patrícia", "Paula", "Priscila", "Rafaela", "Raquel", "Regina", "Renata", "Roberta",
    "Rosana", "Sabrina", "Sandra", "Silvia", "Simone", "Sônia", "Tatiane", "Teresa", "Valéria", "Vanessa", "Vera",
    "Yasmin",
];

#[rustfmt::skip] // One a line would be pages.
pub(super) const HOMENS: &[&str] = &[
    "Alexandre", "André", "Antônio", "Bruno", "Caio", "Carlos", "César", "Daniel", "Diego", "Douglas", "Edson",
    "Eduardo", "Fábio", "Felipe", "Fernando", "Francisco", "Gabriel", "Guilherme", "Gustavo", "Henrique", "Igor",
    "João", "Jonas", "Jorge", "José", "Leandro", "Lucas", "Luís", "Marcelo", "Marcos", "Mário", "Mateus",
    "Maurício", "Nilton", "Otávio", "Paulo", "Pedro", "Rafael", "Raimundo", "Renato", "Ricardo", "Roberto",
    "Rodrigo", "Rogério", "Samuel", "Sérgio", "Thiago", "Vicente", "Vinícius", "Vitor", "Wagner", "Wesley",
];

#[rustfmt::skip] // One a line would be pages.
pub(super) const SOBRENOMES: &[&str] = &[
    "Albuquerque", "Almeida", "Alves", "Amaral", "Andrade", "Antunes", "Araújo", "Assis", "Azevedo", "Barbosa",
    "Barreto", "Barros", "Batista", "Bezerra", "Bittencourt", "Borges", "Braga", "Brandão", "Brito", "Cabral",
    "Camargo", "Campos", "Cardoso", "Carneiro", "Carvalho", "Castro", "Cavalcanti", "Chaves", "Coelho", "Correia",
    "Costa", "Couto", "Cunha", "Dantas", "Dias", "Duarte", "Esteves", "Farias", "Fernandes", "Ferreira",
    "Figueiredo", "Fonseca", "Franco", "Freitas", "Garcia", "Gomes", "Gonçalves", "Guerra", "Guimarães", "Ishikawa",
    "Jardim", "Kowalski", "Lacerda", "Leal", "Lima", "Lopes", "Macedo", "Machado", "Maciel", "Magalhães", "Marinho",
    "Marques", "Martins", "Medeiros", "Melo", "Mendes", "Menezes", "Miranda", "Monteiro", "Moraes", "Moreira",
    "Moura", "Müller", "Nascimento", "Neves", "Nogueira", "Novaes", "Nunes", "Oliveira", "Pacheco", "Paiva",
    "Peixoto", "Pereira", "Pinto", "Pires", "Prado", "Queiroz", "Ramos", "Reis", "Rezende", "Ribeiro", "Rocha",
    "Rodrigues", "Sá", "Sales", "Sampaio", "Santana", "Santiago", "Santos", "Schneider", "Silva", "Silveira",
    "Siqueira", "Soares", "Souza", "Tanaka", "Tavares", "Teixeira", "Toledo", "Torres", "Valente", "Vargas",
    "Vasconcelos", "Vaz", "Vieira", "Xavier",
];

/// Very long and very short names, to test page layouts.
pub(super) const NOMES_EXTREMOS: &[&str] = &[
    "Maria Aparecida da Conceição dos Santos Albuquerque de Vasconcelos Cavalcanti",
    "Pedro Henrique Wanderley de Sá e Benevides do Rêgo Barros Figueiredo Neto",
    "Ana Carolina Guimarães de Almeida Prado Bittencourt Schneider Magalhães",
    "José Raimundo Nonato do Espírito Santo Ferreira da Silva Sobrinho Júnior",
    "Wolfeschlegelsteinhausen Montenegro d'Ávila",
    "Li Na",
    "Ed Sá",
];

pub(super) const EMPRESAS: &[&str] = &[
    "Canil Serra da Bocaina Ltda.",
    "Hotel para Cães Quintal da Vovó Ltda. ME",
    "Associação Protetora Focinho Feliz",
    "Creche Canina Rabo Abanando Eireli",
    "Fazenda Recanto das Águas Agropecuária Ltda.",
    "Gatil Lua de Mel Ltda.",
    "Escola de Adestramento Bom Companheiro S/S",
    "Vigilância e Segurança Patrimonial Sentinela do Vale Ltda.",
    "Instituto Cão-Guia Caminho Claro",
    "Condomínio Residencial Jardim das Acácias",
    "Cooperativa Agropecuária dos Pequenos Produtores do Alto Paranaíba e Região Ltda.",
    "Café com Gatos Miau & Prosa Ltda.",
];

/// Area codes, each with how many of the insured live there.
pub(super) const DDDS: &[(&str, u64)] = &[
    ("11", 30),
    ("21", 16),
    ("31", 10),
    ("41", 8),
    ("51", 8),
    ("19", 7),
    ("61", 6),
    ("71", 5),
    ("81", 5),
    ("85", 4),
    ("48", 4),
    ("27", 3),
    ("62", 3),
    ("91", 2),
    ("92", 2),
    ("13", 3),
    ("16", 3),
    ("84", 1),
    ("67", 1),
    ("65", 1),
];

pub(super) const CORREIOS: &[&str] =
    &["correio.example", "caixapostal.example", "mensageiro.example", "vizinhanca.example"];

/// All feminine: the notes put an article before them.
pub(super) const CLINICAS: &[&str] = &[
    "Clínica Veterinária Bicho Manso",
    "Clínica Quatro Estações",
    "Clínica Patas do Cerrado",
    "Clínica Veterinária Lagoa Nova",
    "Clínica Amigo Peludo",
    "Policlínica Santa Clara dos Bichos",
    "Clínica Jardim das Patas",
    "Clínica Veterinária Beira-Mar",
    "Emergência Animal 24h",
    "Clínica Gato na Janela",
    "Policlínica Veterinária do Vale",
    "Clínica Arca de Minas",
];

/// Those who open acionamentos, decide on them and bill them; some of them are demo users, too.
pub(super) const ATENDENTES: &[&str] =
    &["Ana Souza", "Jéssica Moura", "Rafael Tavares", "Luciana Prates", "Diego Farias"];
pub(super) const ANALISTAS: &[&str] =
    &["Renata Albuquerque", "Paulo Henrique Dias", "Camila Nogueira", "Carlos Mendonça"];
pub(super) const FINANCEIRO: &[&str] = &["Sônia Bittencourt", "Marcos Vinícius Leal"];
