// The texts of the lessons in German, by the ids of the lessons. They are loaded with the section "Lessons".
import type { LessonTexts } from "../../translation.ts";
import { aqm } from "./aqm.ts";
import { background } from "./background.ts";
import { bbr } from "./bbr.ts";
import { buffer } from "./buffer.ts";
import { bufferbloat } from "./bufferbloat.ts";
import { convergence } from "./convergence.ts";
import { copa } from "./copa.ts";
import { dataCentre } from "./dataCentre.ts";
import { ecn } from "./ecn.ts";
import { fatPipe } from "./fatPipe.ts";
import { fluid } from "./fluid.ts";
import { incast } from "./incast.ts";
import { isolation } from "./isolation.ts";
import { lossLaw } from "./lossLaw.ts";
import { media } from "./media.ts";
import { mice } from "./mice.ts";
import { nearFar } from "./nearFar.ts";
import { overshoot } from "./overshoot.ts";
import { paperLdaPlus } from "./paperLdaPlus.ts";
import { paperTaimd } from "./paperTaimd.ts";
import { paperTfwc } from "./paperTfwc.ts";
import { paperTpba } from "./paperTpba.ts";
import { paperTrabol } from "./paperTrabol.ts";
import { radio } from "./radio.ts";
import { recovery } from "./recovery.ts";
import { redTuning } from "./redTuning.ts";
import { rto } from "./rto.ts";
import { sawtooth } from "./sawtooth.ts";
import { vegas } from "./vegas.ts";
import { videoCall } from "./videoCall.ts";
import { wireless } from "./wireless.ts";

export const texts: Readonly<Record<string, LessonTexts>> = {
  sawtooth,
  overshoot,
  convergence,
  "near-far": nearFar,
  isolation,
  bufferbloat,
  aqm,
  mice,
  recovery,
  buffer,
  "loss-law": lossLaw,
  "fat-pipe": fatPipe,
  wireless,
  vegas,
  bbr,
  copa,
  background,
  "video-call": videoCall,
  ecn,
  radio,
  "red-tuning": redTuning,
  rto,
  media,
  incast,
  "data-centre": dataCentre,
  fluid,
  "paper-ldaplus": paperLdaPlus,
  "paper-taimd": paperTaimd,
  "paper-tfwc": paperTfwc,
  "paper-tpba": paperTpba,
  "paper-trabol": paperTrabol,
};
