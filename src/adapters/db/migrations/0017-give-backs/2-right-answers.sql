ALTER TABLE test_questions
  -- When real answers to it were last right, every one of that run, and which engine gave them; null once it fell.
  ADD COLUMN right_at timestamptz,
  ADD COLUMN right_engine text;
