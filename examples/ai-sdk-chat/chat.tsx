/** The page. */
import { useChat } from '@ai-sdk/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Chat() {
  const { messages, sendMessage, status, stop, error } = useChat();
  const [input, setInput] = useState('');
  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <section key={id}>
          <b>{role}</b>
          {parts.map((part, index) => {
            if (part.type === 'text') return <p key={index}>{part.text}</p>;
            if (part.type !== 'tool-get_time') return null;
            return <pre key={index}>{JSON.stringify('output' in part ? part.output : part.state)}</pre>;
          })}
        </section>
      ))}
      {error && <p role="alert">{error.message}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text: input });
          setInput('');
        }}
      >
        <input aria-label="Message" value={input} onChange={({ target }) => setInput(target.value)} />
        {status === 'ready' || status === 'error' ? (
          <button>Send</button>
        ) : (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
      </form>
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Chat />);
