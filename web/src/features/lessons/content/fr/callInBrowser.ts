import type { LessonTexts } from "../../translation.ts";

export const callInBrowser: LessonTexts = {
  title: "Un appel vidéo pendant un téléchargement",
  point:
    "Un appel qui garde un délai court cède à un flux qui remplit le tampon\u202f; la file peut le protéger.",
  learn: "ce qu’un téléchargement fait à un appel vidéo, et ce qui aide",
  "scenario.title": "Un appel vidéo pendant un téléchargement",
  "scenario.flows.call.label": "appel",
  "scenario.flows.download.label": "téléchargement",
  "steps.watch.text":
    "[Un appel](curve:call) est réglé par GCC, comme les appels dans les navigateurs. Son encodeur suit le débit que GCC recommande. Le récepteur indique quand chaque paquet est arrivé, et l’émetteur baisse son débit quand le délai ne cesse de croître. De courtes rafales au début trouvent le débit de la liaison. Observez l’appel seul sur une liaison de 4\u202fMb/s dont le tampon contient {limit}.",
  "steps.watch.notes":
    "Demandez ce qu’il faut à un appel\u00a0: un débit régulier et un délai court. Demandez ensuite lequel des deux un émetteur remarque d’abord quand une liaison se remplit.",
  "steps.delay.text": "L’appel obtient {alone}, et rien n’est perdu.",
  "steps.delay.task.ask":
    "Combien de temps les paquets attendent-ils en moyenne dans la file, entre 10\u202fs et 18\u202fs\u202f?",
  "steps.delay.task.options.0.text": "Moins de 5\u202fms",
  "steps.delay.task.options.1.text": "Entre 5\u202fms et 50\u202fms",
  "steps.delay.task.options.2.text": "Plus de 50\u202fms",
  "steps.delay.task.hint":
    "GCC réagit à la croissance du délai et non à sa valeur. Quel délai lui faut-il pour voir une croissance\u202f?",
  "steps.delay.task.after":
    "GCC baisse son débit dès que le délai continue de croître\u202f; la file reste donc courte.",
  "steps.predict.text":
    "À 20\u202fs, un téléchargement avec CUBIC commence. CUBIC croît jusqu’à ce que le tampon de 300\u202fms soit plein, et recommence après chaque perte.",
  "steps.predict.notes":
    "Rappelez la leçon sur Vegas. Demandez ce que GCC mesure pendant que CUBIC remplit le tampon, et si GCC peut savoir qui le remplit.",
  "steps.predict.task.ask": "Dessinez le débit de l’appel pendant les 40 secondes suivantes.",
  "steps.predict.task.what.label": "Débit de l’appel",
  "steps.predict.task.after":
    "Chaque fois que CUBIC remplit le tampon, le délai croît et l’appel baisse son débit. Il ne garde qu’une petite part de la liaison, et ses paquets attendent aussi longtemps que ceux du téléchargement, trop longtemps pour une conversation.",
  "steps.others.text":
    "Après 40\u202fs, l’appel obtient {call} et le téléchargement {download}. D’autres algorithmes pour les appels pèsent autrement le délai et la perte\u00a0: NADA réagit aux pertes et non au délai tant que la file reste longue, et SCReAM limite les octets en vol.",
  "steps.others.task.ask":
    "Choisissez un autre [algorithme](control) qui donne à l’appel plus de 1.5\u202fMb/s.",
  "steps.others.task.control.label": "Réglage de l’appel",
  "steps.others.task.control.options.0.label": "GCC",
  "steps.others.task.control.options.1.label": "NADA",
  "steps.others.task.control.options.2.label": "SCReAM",
  "steps.others.task.hint": "L’appel de votre exécution obtient {call}.",
  "steps.queue.text":
    "Avec un autre algorithme, l’appel avait une plus grande part, mais ses paquets attendaient toujours dans la file que le téléchargement remplit. Aucun émetteur ne peut y remédier seul. L’appel utilise de nouveau GCC, et ses paquets attendent {wait} en moyenne.",
  "steps.queue.task.ask":
    "Amenez l’appel au-dessus de 1.5\u202fMb/s avec une attente moyenne inférieure à 50\u202fms, en changeant un seul réglage.",
  "steps.queue.task.controls.discipline.label": "Discipline de file",
  "steps.queue.task.controls.discipline.options.0.label": "Drop-tail",
  "steps.queue.task.controls.discipline.options.1.label": "CoDel",
  "steps.queue.task.controls.discipline.options.2.label": "FQ-CoDel",
  "steps.queue.task.controls.buffer.label": "Tampon",
  "steps.queue.task.controls.buffer.options.0.label": "100 paquets",
  "steps.queue.task.controls.buffer.options.1.label": "20 paquets",
  "steps.queue.task.hint":
    "Dans votre exécution, l’appel obtient {call}, et les paquets attendent {wait} en moyenne.",
  "steps.queue.task.after":
    "L’appel obtient {call}, et les paquets attendent {wait} en moyenne. FQ-CoDel donne à chaque flux sa propre file\u202f; l’appel n’attend donc pas derrière le téléchargement.",
  freePlay:
    "Mettez cinq téléchargements en concurrence avec l’appel, et comparez NADA, GCC et SCReAM avec drop-tail et avec FQ-CoDel.",
  "reading.0.text":
    "G. Carlucci, L. De Cicco, S. Holmer, S. Mascolo: Analysis and Design of the Google Congestion Control for WebRTC. MMSys 2016.",
  "reading.1.text": "NADA. RFC 8698.",
  "reading.2.text": "SCReAM. RFC 8298.",
};
