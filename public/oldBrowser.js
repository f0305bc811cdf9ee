// Shows a sentence if the program of the page cannot be read, because the browser is too old for it, because a file
// is missing, or because the page was opened from a folder. Written for old browsers, and loaded before the program.
(function () {
  var texts = {
    en: "This page could not start. Reload it. If that does not help, update the browser or use another one: Fairshare needs a browser of 2023 or newer. What you made is still stored in this browser, and the address of this page still has your scenario.",
    de: "Diese Seite konnte nicht starten. Laden Sie sie neu. Hilft das nicht, aktualisieren Sie den Browser oder nehmen Sie einen anderen: Fairshare braucht einen Browser von 2023 oder neuer. Was Sie gemacht haben, ist weiterhin in diesem Browser gespeichert, und die Adresse dieser Seite enthält Ihr Szenario.",
    fr: "Cette page n’a pas pu démarrer. Rechargez-la. Si cela ne suffit pas, mettez le navigateur à jour ou prenez-en un autre\u00a0: Fairshare a besoin d’un navigateur de 2023 ou plus récent. Ce que vous avez fait est toujours enregistré dans ce navigateur, et l’adresse de cette page contient votre scénario.",
  };
  var folderTexts = {
    en: "Browsers do not start this page from a folder. Serve the folder, for example with “npx serve dist” or “python3 -m http.server -d dist”, or open a page of Fairshare on the web and choose Share, Save as one file: that file opens from a folder.",
    de: "Browser starten diese Seite nicht aus einem Ordner. Stellen Sie den Ordner mit einem Server bereit, zum Beispiel mit „npx serve dist“ oder „python3 -m http.server -d dist“, oder öffnen Sie Fairshare im Web und wählen Sie Teilen, Als eine Datei speichern: Diese Datei öffnet sich aus einem Ordner.",
    fr: "Les navigateurs ne démarrent pas cette page depuis un dossier. Servez le dossier, par exemple avec « npx serve dist » ou « python3 -m http.server -d dist », ou ouvrez Fairshare sur le web et choisissez Partager, Enregistrer en un seul fichier : ce fichier s’ouvre depuis un dossier.",
  };
  function show() {
    var root = document.getElementById("root");
    if (!root || root.firstChild) return;
    var language = String(navigator.language).slice(0, 2);
    var text = document.createElement("p");
    text.setAttribute("role", "alert");
    var shown = location.protocol === "file:" ? folderTexts : texts;
    text.textContent = shown[language] || shown.en;
    root.className = "boot";
    root.appendChild(text);
  }
  window.addEventListener(
    "error",
    function (event) {
      var target = event.target;
      // Other files than scripts may be missing.
      if (target === window || target.tagName === "SCRIPT") setTimeout(show, 500);
    },
    true,
  );
})();
