// The entry point of the page: loads the styles, creates the engine and renders the application.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { createEngine } from "./engine/engine.ts";
import "./styles/index.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id 'root'");
createRoot(root).render(
  <StrictMode>
    <App engine={createEngine()} />
  </StrictMode>,
);
