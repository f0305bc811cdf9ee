import { chromium } from "playwright";
const out = process.argv[2];
const b = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
const pages = [["lab","#/lab"],["shares","#/lab?"],["tfwc","#/papers/tfwc/fig1b"],["surface","#/papers/tpba/fig29"],["paper","#/papers/tfwc"],["lessons","#/lessons"]];
for (const [w,h,scheme] of [[1280,900,"light"],[390,844,"dark"]]) {
  const c = await b.newContext({ viewport:{width:w,height:h}, colorScheme: scheme, reducedMotion:"reduce" });
  const p = await c.newPage();
  p.on("pageerror", e => console.log("PAGEERROR", e.message));
  for (const [name,hash] of pages) {
    await p.goto("http://localhost:5199/"+hash, {timeout: 120000}); 
    await p.waitForTimeout(name==="lab"?9000:5000);
    await p.screenshot({ path: `/tmp/shots/${out}-${name}-${w}.png`, fullPage: name==="tfwc"||name==="surface"||name==="paper" });
    console.log(name, w, await p.title());
  }
  await c.close();
}
await b.close();
