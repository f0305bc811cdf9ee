import type { LessonTexts } from "../../translation.ts";

export const wireless: LessonTexts = {
  title: "Les erreurs d’un lien radio",
  point:
    "Le même taux de perte nuit moins en rafales, et un contrôle par les pertes interprète mal les erreurs d’une liaison radio.",
  learn: "ce que les erreurs d’un lien radio font à un émetteur",
  "scenario.title": "Des pertes sans congestion",
  "scenario.flows.single.label": "flux",
  "steps.why.text":
    "Une liaison radio de 10\u202fMb/s perd un paquet sur cent. Regardez la file d’attente [du flux](curve:single).",
  "steps.why.notes":
    "La file est la clé\u00a0: si elle est vide, rien n’est congestionné. Demandez ce que l’émetteur peut observer de la file.",
  "steps.why.task.ask": "La liaison est-elle congestionnée\u202f?",
  "steps.why.task.options.0.text": "Oui, des paquets attendent presque toujours dans la file",
  "steps.why.task.options.1.text": "De temps en temps\u00a0: un à cinq paquets attendent en moyenne",
  "steps.why.task.options.2.text": "Non, la file d’attente est presque vide",
  "steps.why.task.hint":
    "Dans votre exécution, {queue} attendent en moyenne, et la liaison est occupée {busy} du temps.",
  "steps.predict.text":
    "Jusqu’ici, le flux, qui utilise SACK, a obtenu {rate}. Les erreurs des liaisons radio viennent par rafales. La liaison perd toujours un paquet sur cent, mais les pertes viennent maintenant par trois environ.",
  "steps.predict.notes":
    "Le même nombre de paquets est perdu. Demandez si seul le nombre compte, ou aussi combien tombent dans une même fenêtre.",
  "steps.predict.task.ask": "Quel est maintenant le débit utile\u202f?",
  "steps.predict.task.what.label": "Débit utile moyen",
  "steps.predict.task.what.bars.0.label": "avec des pertes en rafales",
  "steps.predict.task.after":
    "SACK répare ensemble toutes les pertes d’une fenêtre et ne la divise par deux qu’une fois. Trois pertes en rafale coûtent donc à peine plus qu’une seule.",
  "steps.mend.text": "Le flux obtient maintenant {rate}, sur une liaison de 10\u202fMb/s.",
  "steps.mend.task.ask": "Amenez le débit utile au-dessus de 8\u202fMb/s en modifiant un seul réglage.",
  "steps.mend.task.controls.queue.label": "Politique de file d’attente",
  "steps.mend.task.controls.queue.options.0.label": "Drop-tail",
  "steps.mend.task.controls.queue.options.1.label": "CoDel",
  "steps.mend.task.controls.loss.label": "Réparation par la liaison radio elle-même",
  "steps.mend.task.controls.loss.options.0.label": "aucune",
  "steps.mend.task.controls.loss.options.1.label": "neuf pertes sur dix",
  "steps.mend.task.hint": "Votre flux obtient {rate}. La file d’attente n’est pas la raison de ses pertes.",
  "steps.controller.text":
    "Tous les émetteurs ne prennent pas une perte pour un signe de congestion. Les pertes sont de nouveau isolées, un paquet sur cent.",
  "steps.controller.task.ask": "Choisissez un émetteur dont le débit utile dépasse 8\u202fMb/s.",
  "steps.controller.task.controls.algorithm.label": "Émetteur",
  "steps.controller.task.controls.algorithm.options.0.label": "SACK",
  "steps.controller.task.controls.algorithm.options.1.label": "CUBIC",
  "steps.controller.task.controls.algorithm.options.2.label": "Westwood+",
  "steps.controller.task.controls.algorithm.options.3.label": "BBR",
  "steps.controller.task.hint":
    "Votre flux obtient {rate}. Quel émetteur mesure le chemin, et ne réduit pas son débit lors d’une perte\u202f?",
  freePlay:
    "Allongez les rafales au-delà de cinq paquets\u00a0: les retransmissions se perdent aussi, et le flux attend encore et encore son temporisateur.",
  "reading.0.text":
    "H. Balakrishnan et al.: A Comparison of Mechanisms for Improving TCP Performance over Wireless Links. 1997.",
  "reading.1.text": "E. Gilbert: Capacity of a Burst-Noise Channel. 1960.",
};
