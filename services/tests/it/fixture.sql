-- Test data of a small company, as of Friday 2026-11-20 in São Paulo. Every password is Senha@123.

INSERT INTO usuario (id, email, nome, telefone, perfil, bloqueado, trocar_senha, senha_argon2)
SELECT column1, column2, column3, column4, column5, column6, column7,
       '$argon2id$v=19$m=19456,t=2,p=1$2MaMfCNvqwmHXX/5CFyTFg$G7Bbwxv+6zH+MUIPNt9zSISfb5WE56fJ0Gb6qK/COAM'
FROM (VALUES
  (1, 'ana@clinica.example', 'Ana Souza', '11912345678', 'Atendente', 0, 0),
  (2, 'bruno@assistencia.example', 'Bruno Lima', NULL, 'Gestor', 0, 0),
  (3, 'carla@seguradora.example', 'Carla Reis', '2133334444', 'Analista da seguradora', 0, 0),
  (4, 'davi@clinica.example', 'Davi Prado', NULL, 'Atendente', 1, 0),
  (5, 'elisa@clinica.example', 'Elisa Nunes', NULL, 'Atendente', 0, 1));

INSERT INTO seguradora (id, nome, cnpj, ativa) VALUES
  (1, 'Pata Segura', '11222333000181', 1),
  (2, 'Amigo Fiel', '12ABC34501DE35', 1),
  (3, 'Velha Guarda', '45997418000153', 0);

INSERT INTO procedimento (id, descricao, categoria, referencia, ativo) VALUES
  (1, 'Consulta clínica', 'Consultas', 15000, 1),
  (2, 'Ultrassonografia', 'Diagnóstico por imagem', 32000, 1),
  (3, 'Radioscopia', 'Diagnóstico por imagem', 18000, 0),
  (4, 'Vacina V10', 'Prevenção', 9000, 1);

INSERT INTO segurado (id, cpf_cnpj, nome, email, telefone) VALUES
  (1, '52998224725', 'Marina Duarte', 'marina@correio.example', '11987654321'),
  (2, '11222333000181', 'Canil Quatro Patas Ltda.', NULL, NULL);

INSERT INTO pet (id, segurado, nome, especie, raca, nascimento) VALUES
  (1, 1, 'Paçoca', 'Cão', 'Vira-lata', '2021-03-09'),
  (2, 1, 'Mia', 'Gato', NULL, NULL),
  (3, 2, 'Thor', 'Cão', 'Pastor-alemão', '2019-12-01');

INSERT INTO apolice (id, numero, segurado, seguradora, inicio, fim) VALUES
  (1, 'PET-2025-000001', 1, 1, '2025-06-01', '2026-05-31'),
  (2, 'PET-2026-000002', 1, 1, '2026-06-01', '2027-05-31'),
  (3, 'PET-2026-000003', 2, 2, '2026-01-01', '2026-12-31');

INSERT INTO apolice_pet (apolice, pet) VALUES (1, 1), (2, 1), (2, 2), (3, 3);

INSERT INTO acionamento (id, sinistro, autorizacao, status, aberto_em, ocorrido_em, faturado_em, total, observacao,
                         apolice, pet, seguradora, origem)
SELECT column1, '2026' || printf('%09d', column1), column2, column3, unixepoch(column4), column5, column6, column7,
       column8, column9, column10, column11, column12
FROM (VALUES
  (70001, 'A-100001', 'FATURADO', '2026-09-10T14:00:00-03:00', '2026-09-09', '2026-11-05', 47000, 'Dor abdominal', 2, 1, 1, NULL),
  (70002, NULL, 'NEGADO', '2026-10-31T23:59:59-03:00', '2026-10-30', NULL, 15000, NULL, 2, 2, 1, NULL),
  (70003, NULL, 'CANCELADO', '2026-11-01T00:00:00-03:00', '2026-10-31', NULL, 18000, NULL, 3, 3, 2, NULL),
  (70004, NULL, 'REABERTO', '2026-11-03T09:30:00-03:00', '2026-10-31', NULL, 18000, 'Laudo anexado', 3, 3, 2, 70003),
  (70005, 'A-100005', 'AUTORIZADO', '2026-11-19T23:59:59-03:00', '2026-11-19', NULL, 32000, NULL, 2, 1, 1, NULL),
  (70006, NULL, 'ABERTO', '2026-11-20T00:00:00-03:00', '2026-11-19', NULL, 24000, 'Retorno', 2, 2, 1, NULL));

INSERT INTO procedimento_realizado (acionamento, ordem, procedimento, quantidade, valor) VALUES
  (70001, 0, 1, 1, 15000), (70001, 1, 2, 1, 32000),
  (70002, 0, 1, 1, 15000),
  (70003, 0, 4, 2, 9000),
  (70004, 0, 4, 2, 9000),
  (70005, 0, 2, 1, 32000),
  (70006, 0, 1, 1, 15000), (70006, 1, 4, 1, 9000);

INSERT INTO evento (acionamento, ordem, em, status, usuario, observacao)
SELECT column1, column2, unixepoch(column3), column4, column5, column6
FROM (VALUES
  (70001, 0, '2026-09-10T14:00:00-03:00', 'ABERTO', 'Ana Souza', 'Dor abdominal'),
  (70001, 1, '2026-09-11T09:00:00-03:00', 'EM_ANALISE', 'Carla Reis', NULL),
  (70001, 2, '2026-09-12T10:00:00-03:00', 'AUTORIZADO', 'Carla Reis', NULL),
  (70001, 3, '2026-11-05T16:00:00-03:00', 'FATURADO', 'Bruno Lima', NULL),
  (70002, 0, '2026-10-31T23:59:59-03:00', 'ABERTO', 'Ana Souza', NULL),
  (70002, 1, '2026-11-02T09:00:00-03:00', 'EM_ANALISE', 'Carla Reis', NULL),
  (70002, 2, '2026-11-03T09:00:00-03:00', 'NEGADO', 'Carla Reis', 'Fora da cobertura'),
  (70003, 0, '2026-11-01T00:00:00-03:00', 'ABERTO', 'Ana Souza', NULL),
  (70003, 1, '2026-11-02T08:00:00-03:00', 'CANCELADO', 'Ana Souza', 'A pedido do segurado'),
  (70004, 0, '2026-11-03T09:30:00-03:00', 'REABERTO', 'Ana Souza', 'Laudo anexado'),
  (70005, 0, '2026-11-19T23:59:59-03:00', 'ABERTO', 'Ana Souza', NULL),
  (70005, 1, '2026-11-20T08:00:00-03:00', 'EM_ANALISE', 'Carla Reis', NULL),
  (70005, 2, '2026-11-20T08:30:00-03:00', 'AUTORIZADO', 'Carla Reis', NULL),
  (70006, 0, '2026-11-20T00:00:00-03:00', 'ABERTO', 'Ana Souza', 'Retorno'));
