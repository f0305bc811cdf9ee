import type { LessonTexts } from "../../translation.ts";

export const dataCentre: LessonTexts = {
  title: "De la place pour les rafales",
  point:
    "Des émetteurs qui réagissent au nombre de paquets marqués gardent la file courte\u202f; le tampon a donc de la place pour les rafales.",
  "scenario.title": "De la place pour les rafales",
  "scenario.flows.0.label": "long transfert",
  "scenario.flows.1.label": "serveur",
  "steps.0.text":
    "Dans un centre de données, deux longs transferts partagent une liaison de 1\u202fGb/s. L’aller-retour de 100\u202fµs contient 8 paquets, et le tampon devant la liaison en contient {limit}.",
  "steps.0.notes":
    "Calculez ensemble le produit débit-délai. Demandez pourquoi le tampon est tellement plus grand, et à qui cela profite.",
  "steps.0.task.ask": "Combien de paquets attendent en moyenne entre 0.2\u202fs et 0.5\u202fs\u202f?",
  "steps.0.task.hint":
    "Lisez la file dans son graphique. Chaque transfert agrandit sa fenêtre jusqu’à ce que le tampon déborde.",
  "steps.1.text":
    "À 0.5\u202fs, un serveur répond à une requête par 32\u202fkB. Maintenant, 20 serveurs répondent au même moment. Chacun commence par 10 paquets\u202f; 200 paquets arrivent donc d’un coup. Sans autre trafic, la liaison pourrait porter toutes les réponses en 5\u202fms.",
  "steps.1.notes":
    "Dessinez le tampon au tableau, avec les paquets des longs transferts. La classe a besoin du nombre de paquets qui attendent et du nombre de ceux qui arrivent.",
  "steps.1.task.ask": "Combien des 20 réponses sont complètes après 50\u202fms\u202f?",
  "steps.1.task.what.label": "Réponses complètes",
  "steps.1.task.what.bars.0.label": "Après 50\u202fms",
  "steps.1.task.after":
    "Les longs transferts laissent peu de place dans le tampon. Une réponse qui perd ses derniers paquets n’a plus rien qui puisse révéler la perte\u202f; elle attend donc son temporisateur, 200\u202fms.",
  "steps.2.text":
    "Votre exécution compte {drops} rejets et {timeouts} expirations. Data Center TCP demande l’aide du commutateur\u00a0: il marque chaque paquet qui trouve au moins 20 paquets en attente. L’émetteur compte combien de ses paquets sont marqués, et réduit sa fenêtre de la moitié de cette part, au lieu de moitié à la première marque.",
  "steps.2.notes":
    "Comparez avec ECN selon la RFC 3168, où une marque et cent marques ont le même effet. Demandez ce que fait la fenêtre si un paquet sur dix est marqué.",
  "steps.2.task.ask":
    "Combien de paquets attendent en moyenne entre 0.2\u202fs et 0.5\u202fs si tous les émetteurs utilisent DCTCP\u202f?",
  "steps.2.task.what.label": "File moyenne avant la rafale",
  "steps.2.task.what.bars.0.label": "DCTCP",
  "steps.2.task.after":
    "Quelques marques par aller-retour réduisent un peu les fenêtres. La file reste proche du seuil, et la liaison reste occupée.",
  "steps.3.text":
    "Le tampon contient autant de paquets qu’avant, mais {queue} y attendent quand les serveurs répondent.",
  "steps.3.task.ask": "Combien des 20 réponses sont complètes après 50\u202fms\u202f?",
  "steps.3.task.options.0.text": "Moins de la moitié",
  "steps.3.task.options.1.text": "Au moins la moitié, mais pas toutes",
  "steps.3.task.options.2.text": "Toutes",
  "steps.3.task.hint": "Votre exécution compte {drops} rejets après 0.5\u202fs et {timeouts} expirations.",
  "steps.4.text":
    "Les tampons des commutateurs sont petits, car leur mémoire est rapide et chère. Celui-ci contient maintenant {limit}.",
  "steps.4.task.ask": "Ramenez à zéro le nombre de rejets après 0.5\u202fs, en modifiant un seul réglage.",
  "steps.4.task.controls.0.label": "Les paquets sont marqués à partir de",
  "steps.4.task.controls.0.options.0.label": "20 paquets en attente",
  "steps.4.task.controls.0.options.1.label": "5 paquets en attente",
  "steps.4.task.controls.1.label": "Première fenêtre d’un serveur",
  "steps.4.task.controls.1.options.0.label": "10 paquets",
  "steps.4.task.controls.1.options.1.label": "4 paquets",
  "steps.4.task.controls.2.label": "Minimum du temporisateur",
  "steps.4.task.controls.2.options.0.label": "200\u202fms",
  "steps.4.task.controls.2.options.1.label": "1\u202fms",
  "steps.4.task.hint":
    "Votre exécution compte {drops} rejets après 0.5\u202fs. Les premiers paquets d’une réponse partent avant qu’une marque puisse revenir.",
  freePlay:
    "Faites utiliser NewReno à l’un des longs transferts. Qui obtient la liaison, et pourquoi DCTCP n’est-il utilisé qu’à l’intérieur des centres de données\u202f?",
  "reading.0.text": "M. Alizadeh et al.: Data Center TCP (DCTCP). SIGCOMM 2010.",
  "reading.1.text": "Data Center TCP (DCTCP). RFC 8257.",
};
