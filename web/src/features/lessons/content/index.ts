// All lessons, in the order of the list.
import type { Lesson } from "../model.ts";
import { AQM } from "./aqm.ts";
import { BACKGROUND } from "./background.ts";
import { BBR } from "./bbr.ts";
import { BUFFER } from "./buffer.ts";
import { BUFFERBLOAT } from "./bufferbloat.ts";
import { CONVERGENCE } from "./convergence.ts";
import { COPA } from "./copa.ts";
import { DATA_CENTRE } from "./dataCentre.ts";
import { ECN } from "./ecn.ts";
import { FAT_PIPE } from "./fatPipe.ts";
import { FLUID } from "./fluid.ts";
import { INCAST } from "./incast.ts";
import { ISOLATION } from "./isolation.ts";
import { LOSS_LAW } from "./lossLaw.ts";
import { MEDIA } from "./media.ts";
import { MICE } from "./mice.ts";
import { NEAR_FAR } from "./nearFar.ts";
import { OVERSHOOT } from "./overshoot.ts";
import { PAPER_LDA_PLUS } from "./paperLdaPlus.ts";
import { PAPER_TAIMD } from "./paperTaimd.ts";
import { PAPER_TFWC } from "./paperTfwc.ts";
import { PAPER_TPBA } from "./paperTpba.ts";
import { PAPER_TRABOL } from "./paperTrabol.ts";
import { RADIO } from "./radio.ts";
import { RECOVERY } from "./recovery.ts";
import { RED_TUNING } from "./redTuning.ts";
import { RTO } from "./rto.ts";
import { SAWTOOTH } from "./sawtooth.ts";
import { VEGAS } from "./vegas.ts";
import { VIDEO_CALL } from "./videoCall.ts";
import { WIRELESS } from "./wireless.ts";

export const LESSONS: readonly Lesson[] = [
  SAWTOOTH,
  OVERSHOOT,
  CONVERGENCE,
  NEAR_FAR,
  ISOLATION,
  BUFFERBLOAT,
  AQM,
  MICE,
  RECOVERY,
  BUFFER,
  LOSS_LAW,
  FAT_PIPE,
  WIRELESS,
  VEGAS,
  BBR,
  COPA,
  BACKGROUND,
  VIDEO_CALL,
  ECN,
  RADIO,
  RED_TUNING,
  RTO,
  MEDIA,
  INCAST,
  DATA_CENTRE,
  FLUID,
  PAPER_LDA_PLUS,
  PAPER_TAIMD,
  PAPER_TFWC,
  PAPER_TPBA,
  PAPER_TRABOL,
];

export const findLesson = (id: string | null): Lesson | undefined =>
  LESSONS.find((lesson) => lesson.id === id);
