import { Menu, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconKey, IconLogout, IconUser } from "@tabler/icons-react";
import { useId } from "react";
import { Link } from "react-router";
import { displayName, type Usuario } from "../session.ts";
import { UserButton } from "./UserButton.tsx";

const SCHEMES = [
  { value: "auto", label: "Como no sistema" },
  { value: "light", label: "Claro" },
  { value: "dark", label: "Escuro" },
] as const;

export function UserMenu({ usuario, defaultOpened }: { readonly usuario: Usuario; readonly defaultOpened: boolean }) {
  const id = useId();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu
      defaultOpened={defaultOpened}
      position="bottom-end"
      width={256}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UserButton name={displayName(usuario)} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="user-label">
          <b>{displayName(usuario)}</b>
          {[usuario.perfil, usuario.nome && usuario.email].map((line) => line && <span key={line}>{line}</span>)}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/minhaconta-pg" leftSection={<IconUser size={16} aria-hidden />}>
          Minha conta
        </Menu.Item>
        <Menu.Item component={Link} to="/trocasenha-pg" leftSection={<IconKey size={16} aria-hidden />}>
          Trocar senha
        </Menu.Item>
        <Menu.Divider />
        <div role="group" aria-labelledby={`${id}-looks`}>
          <Menu.Label id={`${id}-looks`} className="user-label">
            Aparência
          </Menu.Label>
          {SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              checked={colorScheme === value}
              checkIcon={<IconCheck size={16} aria-hidden />}
              onChange={() => setColorScheme(value)}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/logout-pg" leftSection={<IconLogout size={16} aria-hidden />}>
          Sair
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
