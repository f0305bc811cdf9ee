import type { LessonTexts } from "../../translation.ts";

export const dataCentre: LessonTexts = {
  title: "De la place pour les rafales",
  point:
    "Des émetteurs qui réagissent au nombre de paquets marqués gardent la file courte\u202f; le tampon a donc de la place pour les rafales.",
  learn: "comment un commutateur et ses émetteurs peuvent faire place aux rafales",
  "scenario.title": "De la place pour les rafales",
  "scenario.flows.long.label": "long transfert",
  "scenario.flows.server.label": "serveur",
  "steps.queue.text":
    "Dans un centre de données, deux longs transferts partagent une liaison de 1\u202fGb/s. L’aller-retour de 100\u202fµs contient 8 paquets, et le tampon devant la liaison en contient {limit}.",
  "steps.queue.notes":
    "Calculez ensemble le produit débit-délai. Demandez pourquoi le tampon est tellement plus grand, et à qui cela profite.",
  "steps.queue.task.ask": "Combien de paquets attendent en moyenne entre 0.2\u202fs et 0.5\u202fs\u202f?",
  "steps.queue.task.hint":
    "Lisez la file dans son graphique. Chaque transfert agrandit sa fenêtre jusqu’à ce que le tampon déborde.",
  "steps.burst.text":
    "À 0.5\u202fs, un serveur répond à une requête par 32\u202fkB. Maintenant, 20 serveurs répondent au même moment. Chacun commence par 10 paquets\u202f; 200 paquets arrivent donc d’un coup. Sans autre trafic, la liaison pourrait porter toutes les réponses en 5\u202fms.",
  "steps.burst.notes":
    "Dessinez le tampon au tableau, avec les paquets des longs transferts. La classe a besoin du nombre de paquets qui attendent et du nombre de ceux qui arrivent.",
  "steps.burst.task.ask": "Combien des 20 réponses sont complètes après 50\u202fms\u202f?",
  "steps.burst.task.what.label": "Réponses complètes",
  "steps.burst.task.what.bars.0.label": "Après 50\u202fms",
  "steps.burst.task.after":
    "Les longs transferts laissent peu de place dans le tampon, et beaucoup de paquets des réponses sont perdus. La plupart des serveurs l’apprennent par les acquittements qui arrivent encore, et renvoient les paquets. Une réponse qui perd ses derniers paquets n’a plus rien qui puisse révéler la perte\u202f; elle attend donc son temporisateur, 200\u202fms.",
  "steps.marks.text":
    "Après 0.5\u202fs, votre exécution compte {drops} rejets et {timeouts} expirations. Data Center TCP demande l’aide du commutateur\u00a0: il marque chaque paquet qui trouve au moins 20 paquets en attente. L’émetteur compte combien de ses paquets sont marqués, et réduit sa fenêtre de la moitié de cette part, au lieu de moitié à la première marque.",
  "steps.marks.notes":
    "Comparez avec ECN selon la RFC 3168, où une marque et cent marques ont le même effet. Demandez ce que fait la fenêtre si un paquet sur dix est marqué.",
  "steps.marks.task.ask":
    "Quelle part de la capacité est utilisée entre 0.2\u202fs et 0.5\u202fs si tous les émetteurs utilisent DCTCP\u202f?",
  "steps.marks.task.what.label": "Part de la capacité avant la rafale",
  "steps.marks.task.what.bars.0.label": "DCTCP",
  "steps.marks.task.after":
    "Quelques marques par aller-retour réduisent un peu les fenêtres. La file reste proche du seuil, et la liaison reste occupée.",
  "steps.answers.text":
    "Le tampon contient autant de paquets qu’avant, et les serveurs répondent comme avant.",
  "steps.answers.task.ask": "Combien des 20 réponses sont complètes après 50\u202fms\u202f?",
  "steps.answers.task.options.0.text": "Moins de la moitié",
  "steps.answers.task.options.1.text": "Au moins la moitié, mais pas toutes",
  "steps.answers.task.options.2.text": "Toutes",
  "steps.answers.task.hint":
    "Dans votre exécution, {queue} attendent avant que les serveurs répondent. Combien des 200 paquets trouvent de la place\u202f?",
  "steps.goal.text":
    "Les tampons des commutateurs sont petits, car leur mémoire est rapide et chère. Celui-ci contient maintenant {limit}.",
  "steps.goal.task.ask": "Ramenez à zéro le nombre de rejets après 0.5\u202fs, en modifiant un seul réglage.",
  "steps.goal.task.controls.threshold.label": "Les paquets sont marqués à partir de",
  "steps.goal.task.controls.threshold.options.0.label": "20 paquets en attente",
  "steps.goal.task.controls.threshold.options.1.label": "5 paquets en attente",
  "steps.goal.task.controls.window.label": "Première fenêtre d’un serveur",
  "steps.goal.task.controls.window.options.0.label": "10 paquets",
  "steps.goal.task.controls.window.options.1.label": "4 paquets",
  "steps.goal.task.controls.timer.label": "Minimum du temporisateur",
  "steps.goal.task.controls.timer.options.0.label": "200\u202fms",
  "steps.goal.task.controls.timer.options.1.label": "1\u202fms",
  "steps.goal.task.hint":
    "Votre exécution compte {drops} rejets après 0.5\u202fs. Les premiers paquets d’une réponse partent avant qu’une marque puisse revenir.",
  freePlay:
    "Faites utiliser NewReno à l’un des longs transferts. Qui obtient la liaison, et pourquoi DCTCP n’est-il utilisé qu’à l’intérieur des centres de données\u202f?",
  "reading.0.text": "M. Alizadeh et al.: Data Center TCP (DCTCP). SIGCOMM 2010.",
  "reading.1.text": "Data Center TCP (DCTCP). RFC 8257.",
};
