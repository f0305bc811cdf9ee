import type { LessonTexts } from "../../translation.ts";

export const mice: LessonTexts = {
  title: "Souris et éléphants",
  point:
    "Les flux courts vivent dans le démarrage lent\u00a0: c’est la latence qui compte pour eux, pas la bande passante.",
  learn: "ce qui décide de la durée d’un petit téléchargement",
  "scenario.title": "Souris et éléphants",
  "scenario.flows.mouse.label": "souris",
  "steps.time.text":
    "[Un flux court](curve:mouse) de 100\u202fkB démarre à [0.2\u202fs](at:0.4) sur une liaison vide de 20\u202fMb/s. Les octets seuls demanderaient 40\u202fms sur cette liaison. L’aller-retour dure 80\u202fms.",
  "steps.time.notes":
    "Demandez la réponse avant de regarder le graphique. Les deux idées naturelles sont le temps des octets et un aller-retour, et les deux sont trop courtes.",
  "steps.time.task.ask": "Combien de temps dure le transfert\u202f?",
  "steps.time.task.options.0.text": "Moins de deux allers-retours",
  "steps.time.task.options.1.text": "De deux à quatre allers-retours",
  "steps.time.task.options.2.text": "De quatre à huit allers-retours",
  "steps.time.task.options.3.text": "Plus de huit allers-retours",
  "steps.time.task.hint":
    "Agrandissez le graphique de la fenêtre\u00a0: elle double à chaque aller-retour et atteint {peak}. Comptez les allers-retours.",
  "steps.time.task.after":
    "La fenêtre commence à 10 paquets et double à chaque aller-retour\u202f; 67 paquets en demandent donc plusieurs.",
  "steps.predict.text":
    "Le transfert a duré {time}. La liaison est maintenant cinq fois plus rapide\u00a0: 100\u202fMb/s.",
  "steps.predict.notes":
    "Cette étape examine une phrase de publicité\u00a0: une ligne plus rapide accélère les pages. Recueillez des estimations avant de dévoiler.",
  "steps.predict.task.ask": "Combien de temps dure le transfert sur la liaison plus rapide\u202f?",
  "steps.predict.task.what.label": "Durée du transfert",
  "steps.predict.task.what.bars.0.label": "à 100\u202fMb/s",
  "steps.predict.task.after":
    "Presque aussi longtemps qu’avant. Le flux se termine avant que sa fenêtre remplisse le chemin\u202f; c’est donc le nombre d’allers-retours qui décide.",
  "steps.elephant.text":
    "La liaison a de nouveau 20\u202fMb/s. Un éléphant, un flux sans fin, est sur la liaison avant la souris, qui démarre maintenant à 10\u202fs. Sa file d’attente allonge chaque aller-retour de la souris, et un tampon plein rejette des paquets des deux. Le transfert dure maintenant {time}.",
  "steps.elephant.set.2.1.mouse.label": "souris",
  "steps.elephant.set.2.1.elephant.label": "éléphant",
  "steps.elephant.task.ask":
    "Ramenez la durée du transfert de la souris sous 0.55\u202fs en modifiant un seul réglage.",
  "steps.elephant.task.controls.queue.label": "Politique de file d’attente",
  "steps.elephant.task.controls.queue.options.0.label": "Drop-tail",
  "steps.elephant.task.controls.queue.options.1.label": "FQ-CoDel",
  "steps.elephant.task.controls.rtt.label": "Aller-retour de l’éléphant",
  "steps.elephant.task.controls.rtt.options.0.label": "80\u202fms",
  "steps.elephant.task.controls.rtt.options.1.label": "40\u202fms",
  "steps.elephant.task.hint":
    "La souris de votre exécution met {time}\u202f; les paquets attendent {wait} pendant qu’elle émet.",
  freePlay:
    "Changez la taille de la souris de 10\u202fkB à 10\u202fMB, et trouvez la taille à partir de laquelle la bande passante compte.",
  "reading.0.text": "N. Cardwell, S. Savage, T. Anderson: Modeling TCP Latency. INFOCOM 2000.",
  "reading.1.text": "Increasing TCP's Initial Window. RFC 6928.",
};
