import { Logo } from "../ui/Logo.tsx";

/** Shown while the first screen is loaded. */
export function SplashScreen() {
  return (
    <div className="opening" role="status" aria-label="Abrindo o portal">
      <Logo />
    </div>
  );
}
