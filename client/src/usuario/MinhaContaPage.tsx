import "./usuario.css";
import { Button, SimpleGrid } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { Link } from "react-router";
import { usePreference } from "../preferences.ts";
import { useSession } from "../session.ts";
import { singleKeys } from "../shell/singleKeys.ts";
import { LabelledValue } from "../ui/LabelledValue.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { ContaForm } from "./ContaForm.tsx";

export function MinhaContaPage() {
  const usuario = useSession()?.usuario;
  const [hasSingleKeys, setSingleKeys] = usePreference(singleKeys);
  // The session has just ended; the redirect to the login follows.
  if (!usuario) return null;
  return (
    <div className="page page-narrow">
      <PageHeader title="Minha conta" />
      <SimpleGrid className="conta" minColWidth="min(100%, 20rem)" autoFlow="auto-fit" spacing="1.25rem">
        <section className="card">
          <h2>Dados pessoais</h2>
          <ContaForm usuario={usuario} />
        </section>
        <section className="card">
          <h2>Acesso</h2>
          <dl className="facts">
            <LabelledValue name="E-mail">{usuario.email}</LabelledValue>
            <LabelledValue name="Perfil">{usuario.perfil}</LabelledValue>
          </dl>
          <Button
            component={Link}
            to="/trocasenha-pg"
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
          >
            Trocar senha
          </Button>
        </section>
        <section className="card">
          <h2>Teclado</h2>
          <label className="row">
            <input
              type="checkbox"
              aria-describedby="conta-keys"
              checked={hasSingleKeys}
              onChange={({ currentTarget: { checked } }) => setSingleKeys(checked)}
            />
            Atalhos de uma tecla
          </label>
          <p id="conta-keys" className="note">
            Fora dos campos, <kbd>/</kbd> abre a pesquisa e <kbd>?</kbd> mostra as teclas do portal. Vale neste
            navegador.
          </p>
        </section>
      </SimpleGrid>
    </div>
  );
}
