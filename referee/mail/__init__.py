"""The post office: receives mail, and sends answers and reports. No other package handles mail."""
