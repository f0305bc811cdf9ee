// The drawn scene of a call: a person who waves next to a clock, as a function of time. Its motion shows freezes and jumps,
// the digits of the clock show delay.

/** The size in which the scene is described. */
export const [WIDTH, HEIGHT] = [320, 240] as const;

/** Seconds per turn of the clock's hand, and per wave of the hand. */
const TURN = 2;
const WAVE = 0.9;

const disc = (g: CanvasRenderingContext2D, x: number, y: number, r: number, fill: string): void => {
  g.fillStyle = fill;
  g.beginPath();
  g.arc(x, y, r, 0, 2 * Math.PI);
  g.fill();
};

const line = (g: CanvasRenderingContext2D, width: number, colour: string, ...points: number[]): void => {
  g.lineWidth = width;
  g.strokeStyle = colour;
  g.lineCap = "round";
  g.lineJoin = "round";
  g.beginPath();
  for (let i = 0; i < points.length; i += 2) g.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  g.stroke();
};

function drawRoom(g: CanvasRenderingContext2D): void {
  g.fillStyle = "#cfe0e6";
  g.fillRect(0, 0, WIDTH, HEIGHT);
  // A shelf with books.
  ["#2f6f7e", "#b8543f", "#e0b04c", "#5a4f86", "#4b8a5c"].forEach((colour, i) => {
    g.fillStyle = colour;
    g.fillRect(14 + 15 * i, 118 - (i % 3) * 5, 12, 44 + (i % 3) * 5);
  });
  line(g, 6, "#8b6a4a", 8, 165, 96, 165);
}

function drawClock(g: CanvasRenderingContext2D, t: number): void {
  const [x, y, r] = [54, 58, 40];
  disc(g, x, y, r, "#233241");
  disc(g, x, y, r - 5, "#ffffff");
  for (let i = 0; i < 12; i += 1) {
    const [dx, dy] = [Math.sin((i * Math.PI) / 6), -Math.cos((i * Math.PI) / 6)];
    line(g, 3, "#233241", x + 27 * dx, y + 27 * dy, x + 31 * dx, y + 31 * dy);
  }
  const angle = (2 * Math.PI * t) / TURN;
  line(g, 5, "#d12c1f", x, y, x + 27 * Math.sin(angle), y - 27 * Math.cos(angle));
  disc(g, x, y, 5, "#d12c1f");
}

function drawPerson(g: CanvasRenderingContext2D, t: number): void {
  const phase = (2 * Math.PI * t) / WAVE;
  const sway = 4 * Math.sin(phase / 3);
  // Shoulders, neck and head.
  g.fillStyle = "#1f5f8b";
  g.beginPath();
  g.moveTo(96, HEIGHT);
  g.bezierCurveTo(100, 176, 136, 166, 170 + sway, 166);
  g.bezierCurveTo(206, 166, 240, 178, 244, HEIGHT);
  g.fill();
  line(g, 30, "#d99a75", 170 + sway, 150, 170 + sway, 168);
  disc(g, 170 + sway, 112, 42, "#3a2a22");
  disc(g, 170 + sway, 118, 36, "#e8b08c");
  // Eyes that blink, and a smile.
  const isBlinking = t % 3 < 0.15;
  for (const side of [-13, 13])
    if (isBlinking) line(g, 3, "#3a2a22", 165 + sway + side, 114, 175 + sway + side, 114);
    else disc(g, 170 + sway + side, 114, 4.5, "#3a2a22");
  g.lineWidth = 4;
  g.strokeStyle = "#8f3b2e";
  g.beginPath();
  g.arc(170 + sway, 124, 15, 0.15 * Math.PI, 0.85 * Math.PI);
  g.stroke();
  // The arm that waves.
  const angle = 0.1 + 0.5 * Math.sin(phase);
  const [x, y] = [256 + 62 * Math.sin(angle), 176 - 74 * Math.cos(angle)];
  line(g, 26, "#1f5f8b", 222, 206, 256, 176);
  line(g, 22, "#1f5f8b", 256, 176, (256 + x) / 2, (176 + y) / 2);
  line(g, 16, "#e8b08c", (256 + x) / 2, (176 + y) / 2, x, y);
  disc(g, x, y, 14, "#e8b08c");
  for (const finger of [-0.5, -0.17, 0.17, 0.5])
    line(g, 6, "#e8b08c", x, y, x + 25 * Math.sin(angle + finger), y - 25 * Math.cos(angle + finger));
}

function drawDigits(g: CanvasRenderingContext2D, digits: string): void {
  g.font = "600 34px ui-monospace, Menlo, Consolas, monospace";
  g.textAlign = "right";
  g.textBaseline = "middle";
  g.fillStyle = "rgb(12 22 32 / 0.78)";
  const width = g.measureText(digits).width + 18;
  g.fillRect(WIDTH - width - 8, 8, width, 44);
  g.fillStyle = "#ffffff";
  g.fillText(digits, WIDTH - 17, 31);
}

/** Draws the scene as a camera sees it at `t`, or a dark picture before the first frame. */
export function drawScene(canvas: HTMLCanvasElement, t: number | null, digits: string): void {
  const g = canvas.getContext("2d");
  if (!g) return;
  g.setTransform(canvas.width / WIDTH, 0, 0, canvas.height / HEIGHT, 0, 0);
  if (t === null) {
    g.fillStyle = "#18222c";
    g.fillRect(0, 0, WIDTH, HEIGHT);
    return;
  }
  drawRoom(g);
  drawClock(g, t);
  drawPerson(g, t);
  drawDigits(g, digits);
}

/** Draws the latest frames as bars, of which missing ones are short and red. */
export function drawFrames(canvas: HTMLCanvasElement, width: number, frames: readonly boolean[]): void {
  const g = canvas.getContext("2d");
  if (!g) return;
  [canvas.width, canvas.height] = [width, 24];
  frames.forEach((isShown, i) => {
    g.fillStyle = isShown ? "#74c798" : "#ff6b5a";
    const left = Math.round((i * width) / frames.length);
    g.fillRect(left, isShown ? 0 : 12, Math.round(((i + 1) * width) / frames.length) - left - 1, 24);
  });
}
