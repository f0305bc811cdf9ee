// The application's frame.
export function App() {
  return (
    <main>
      <h1>Fairshare: congestion control lab</h1>
    </main>
  );
}
