// Shows a sentence if the program of the page cannot be read, because the browser is too old for it or because a file
// is missing. Written for old browsers, and loaded before the program.
(function () {
  var texts = {
    en: "This page could not start. Reload it. If that does not help, update the browser or use another one: Fairshare needs a browser of 2023 or newer. What you made is still stored in this browser, and the address of this page still has your scenario.",
    de: "Diese Seite konnte nicht starten. Laden Sie sie neu. Hilft das nicht, aktualisieren Sie den Browser oder nehmen Sie einen anderen: Fairshare braucht einen Browser von 2023 oder neuer. Was Sie gemacht haben, ist weiterhin in diesem Browser gespeichert, und die Adresse dieser Seite enthält Ihr Szenario.",
    fr: "Cette page n’a pas pu démarrer. Rechargez-la. Si cela ne suffit pas, mettez le navigateur à jour ou prenez-en un autre\u00a0: Fairshare a besoin d’un navigateur de 2023 ou plus récent. Ce que vous avez fait est toujours enregistré dans ce navigateur, et l’adresse de cette page contient votre scénario.",
  };
  function show() {
    var root = document.getElementById("root");
    if (!root || root.firstChild) return;
    var language = String(navigator.language).slice(0, 2);
    var text = document.createElement("p");
    text.setAttribute("role", "alert");
    text.textContent = texts[language] || texts.en;
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
