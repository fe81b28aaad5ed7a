import { Progress } from "@mantine/core";
import { IconCheck, IconPointFilled } from "@tabler/icons-react";
import { checkRules, type PasswordContext, strengthOf, STRENGTHS } from "./password.ts";

interface PasswordCheckProps {
  readonly password: string;
  readonly known: PasswordContext;
}

/** The rules for a new password, ticked as they are met. Inline elements only, since it is a field's description. */
export function PasswordRules({ password, known }: PasswordCheckProps) {
  return (
    <span className="senha-rules tone-green">
      {checkRules(password, known).map(({ text, isMet }) => (
        <span key={text} data-met={isMet}>
          {isMet ? <IconCheck size={14} stroke={3} aria-hidden /> : <IconPointFilled size={14} aria-hidden />}
          {`${text} `}
          <span className="visually-hidden">{isMet ? "(atendido). " : "(falta). "}</span>
        </span>
      ))}
    </span>
  );
}

/** The strength of a new password, announced when it changes. */
export function StrengthMeter({ password, known }: PasswordCheckProps) {
  const strength = strengthOf(password, known);
  const isKept = checkRules(password, known).every((rule) => rule.isMet);
  const level = isKept ? STRENGTHS.indexOf(strength) + 1 : Math.min(1, password.length);
  return (
    <div className={`senha-meter tone-${["red", "red", "amber"][level] ?? "green"}`}>
      <Progress size={4} value={(100 * level) / STRENGTHS.length} color="var(--tone-fill)" aria-hidden />
      <small role="status">{verdict(password, isKept, strength)}</small>
    </div>
  );
}

function verdict(password: string, isKept: boolean, strength: string): string {
  if (!password) return "Quanto mais longa, mais forte.";
  return isKept ? `Força da senha: ${strength}` : "Ainda não atende às regras acima.";
}
