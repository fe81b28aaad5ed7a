import { Menu, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconChevronDown, IconKey, IconLogout, IconUser } from "@tabler/icons-react";
import { Link } from "react-router";
import { useSession } from "../session.ts";

const SCHEMES = [
  { value: "auto", label: "Como no sistema" },
  { value: "light", label: "Claro" },
  { value: "dark", label: "Escuro" },
] as const;

/** The person's own menu: account, password, looks, and the way out. */
export function UserMenu() {
  const usuario = useSession()?.usuario;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (!usuario) return null;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className="user-button" aria-label={`Menu de ${usuario.nome}`}>
          <span className="initials" aria-hidden>
            {initials(usuario.nome)}
          </span>
          <span className="user-name">{usuario.nome}</span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{usuario.email ?? usuario.nome}</Menu.Label>
        <Menu.Item component={Link} to="/minhaconta-pg" leftSection={<IconUser size={16} aria-hidden />}>
          Minha conta
        </Menu.Item>
        <Menu.Item component={Link} to="/trocasenha-pg" leftSection={<IconKey size={16} aria-hidden />}>
          Trocar senha
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Aparência</Menu.Label>
        {SCHEMES.map(({ value, label }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            rightSection={colorScheme === value && <IconCheck size={16} aria-hidden />}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/logout-pg" leftSection={<IconLogout size={16} aria-hidden />}>
          Sair
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** First letters of the first and the last name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => word?.charAt(0).toUpperCase()).join("");
}
