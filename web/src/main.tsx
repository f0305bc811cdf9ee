// The entry point of the page: loads the styles, creates the engine and renders the application.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { preferredLanguage } from "./app/language.ts";
import { createEngine } from "./engine/engine.ts";
import { install } from "./extension/installed.ts";
import { FEATURES } from "./features/registry.ts";
import { showLanguage } from "./language/language.ts";
import "./styles/index.css";

install(FEATURES);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id 'root'");
// The engine starts while the texts of another language than English are loaded.
const engine = createEngine();
const render = (): void =>
  createRoot(root).render(
    <StrictMode>
      <App engine={engine} />
    </StrictMode>,
  );
const language = preferredLanguage(navigator.languages);
if (language === "en") render();
// Without the texts, the page is shown in English.
else showLanguage(language).then(render, render);
